// The site's frame. The side bar is what is in docs/: a folder is a group, a page's first heading its title.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const source = process.env.RGPOLICY_SITE_SOURCE;
const groups = [
  ["tutorial", "Tutorial"],
  ["howto", "How to"],
  ["reference", "Reference"],
  ["explain", "Explanation"],
  ["measurements", "Measurements"],
  ["internals", "For contributors"],
];

const title = (file) => (/^# (.+)$/m.exec(readFileSync(file, "utf8"))?.[1] ?? "").replaceAll("`", "");

const pages = (folder) =>
  readdirSync(join(source, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => ({ text: title(join(source, folder, name)), link: `/${folder}/${name.slice(0, -3)}` }))
    .sort((one, other) => one.text.localeCompare(other.text, "en"));

const slugify = (heading) => heading.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");

export default {
  title: "RgPolicy",
  head: [["link", { rel: "icon", href: "data:," }]],
  description: "A resource governor for databases",
  outDir: process.env.RGPOLICY_SITE_OUTPUT,
  // Pages are files with their own names, so that any web server, or none, can hand them out.
  cleanUrls: false,
  // The console of the reader's own service.
  ignoreDeadLinks: "localhostLinks",
  // Anchors as the repository's own pages show them, so that one link works in both.
  markdown: { languageAlias: { rgp: "hcl", rgtest: "hcl" }, anchor: { slugify } },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Tutorial", link: "/tutorial/first-hour" },
      { text: "Install", link: "/howto/install" },
      { text: "Language", link: "/reference/language" },
      { text: "Safety", link: "/explain/safety" },
    ],
    sidebar: groups.map(([folder, text]) => ({ text, collapsed: folder === "internals", items: pages(folder) })),
  },
};
