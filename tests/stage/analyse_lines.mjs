// Answers boards, one JSON a line, with what analyse() of a module says; whole numbers beyond 2^53
// are strings, both ways.
//
//     node analyse_lines.mjs model.js < boards > answers

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { analyse } = await import(pathToFileURL(process.argv[2]));
const asBig = (key, value) => (/^-?\d+$/.test(value) && typeof value === "string" ? BigInt(value) : value);
const asText = (key, value) => (typeof value === "bigint" ? String(value) : value);

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = analyse(JSON.parse(line, asBig));
  } catch (error) {
    answer = { error: error.message };
  }
  process.stdout.write(`${JSON.stringify(answer, asText)}\n`);
}
