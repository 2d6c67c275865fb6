// Answers each line of standard input, a text as a JSON string, with PostgreSQL's own tokens of it as a JSON array of
// [start, end, name] in UTF-16 units, or with null where the server refuses the text.
import { createInterface } from "node:readline";
import { loadModule, scanSync } from "libpg-query";

await loadModule();
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(tokensOf(JSON.parse(line))));
}

function tokensOf(text) {
  const bytes = Buffer.from(text);
  const unit = (at) => bytes.subarray(0, at).toString().length;
  try {
    return scanSync(text)
      .tokens.filter((token) => !token.tokenName.endsWith("COMMENT"))
      .map((token) => [unit(token.start), unit(token.end), token.tokenName]);
  } catch {
    return null;
  }
}
