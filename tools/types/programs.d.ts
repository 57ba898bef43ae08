// What we use of programs that come without types of their own.

declare const process: {
  argv: string[];
  stdin: AsyncIterable<Uint8Array>;
  stdout: { write(text: string): void };
};

// What the build puts into a page's own style.
declare module "*.css";

declare module "node:readline" {
  export function createInterface(options: { input: AsyncIterable<Uint8Array> }): AsyncIterable<string>;
}

/** A node of MathJax's own tree of a page; its adaptor reads it. */
interface MathJaxNode {
  kind: string;
}

declare const MathJax: {
  startup: {
    getComponents(): void;
    adaptor: { outerHTML(node: MathJaxNode): string };
    output: { fontCache: { getCache(): MathJaxNode } };
  };
  tex2svgPromise(tex: string, options: { display: boolean }): Promise<MathJaxNode>;
};

/** The plugin of reveal.js for a speaker's notes. */
declare const RevealNotes: () => object;

declare const Reveal: {
  initialize(settings: { [name: string]: unknown }): void;
  registerKeyboardShortcut(key: string, does: string): void;
  getCurrentSlide(): HTMLElement;
  availableFragments(): { prev: boolean; next: boolean };
  isPaused(): boolean;
  next(): void;
  prev(): void;
};
