// A file of HTML that a module imports is its text.
declare module "*.html" {
  const text: string;
  export default text;
}
