// Answers boards, one JSON a line, with what a function of a module says; whole numbers beyond 2^53
// are strings, both ways.
//
//     node answer_lines.mjs model.js analyse < boards > answers

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [, , path, name] = process.argv;
const answer = (await import(pathToFileURL(path)))[name];
const asBig = (_, value) => (/^-?\d+$/.test(value) && typeof value === "string" ? BigInt(value) : value);
const asText = (_, value) => (typeof value === "bigint" ? String(value) : value);

for await (const line of createInterface({ input: process.stdin })) {
  let said;
  try {
    said = answer(JSON.parse(line, asBig));
  } catch (error) {
    said = { error: error.message };
  }
  process.stdout.write(`${JSON.stringify(said, asText)}\n`);
}
