using System.Buffers;
using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Web;

/// <summary>The page's style sheet: light and dark as the reader's system is, narrow screens scroll
/// tables and not the page.</summary>
internal static class StatusPageStyle
{
    /// <summary>Where it is served.</summary>
    public const string Path = "/style.css";

    private static readonly PieceBuffer Content = Fill(
        """
        :root { color-scheme: light dark; --line: #8888; --soft: #8882; --bad: #b3261e; --mark: #1a5fb4;
          --c0: #1a5fb4; --c1: #c64600; --c2: #1b7f4f; --c3: #813d9c; --c4: #0b7285; --c5: #a51d2d; --c6: #7a5c00; --c7: #77767b; }
        @media (prefers-color-scheme: dark) { :root { --bad: #f2a29b; --mark: #99c1f1;
          --c0: #99c1f1; --c1: #ffa348; --c2: #8ff0a4; --c3: #dc8add; --c4: #7fdbda; --c5: #f66151; --c6: #f8e45c; --c7: #c0bfbc; } }
        body { font: 1rem/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 75rem; padding: 1rem; }
        h1 { font-size: 1.4rem; margin: 0 0 .5rem; }
        h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0; }
        dt { opacity: .75; }
        dd { margin: 0; overflow-wrap: anywhere; }
        .wide { overflow-x: auto; }
        table { border-collapse: collapse; min-width: min(100%, 32rem); }
        caption { text-align: left; font-weight: 600; padding: 1rem 0 .3rem; }
        th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
        thead th { background: var(--soft); }
        .figure { text-align: right; font-variant-numeric: tabular-nums; }
        .alarm { border-left: .3rem solid var(--bad); padding: .4rem .8rem; background: var(--soft); overflow-wrap: anywhere; }
        .note { opacity: .75; }
        .columns { display: block; width: 100%; height: 7rem; border-bottom: 1px solid var(--line); }
        .swatch { display: inline-block; width: .8rem; height: .8rem; margin-right: .5rem; }
        .class0 { fill: var(--c0); background: var(--c0); } .class1 { fill: var(--c1); background: var(--c1); }
        .class2 { fill: var(--c2); background: var(--c2); } .class3 { fill: var(--c3); background: var(--c3); }
        .class4 { fill: var(--c4); background: var(--c4); } .class5 { fill: var(--c5); background: var(--c5); }
        .class6 { fill: var(--c6); background: var(--c6); } .class7 { fill: var(--c7); background: var(--c7); }
        .ways { font: 1rem/1 ui-monospace, monospace; letter-spacing: .1rem; color: var(--mark); }
        """u8
    );

    /// <summary>The sheet.</summary>
    public static Answer Answer => new(Content);

    private static PieceBuffer Fill(ReadOnlySpan<byte> sheet)
    {
        var content = new PieceBuffer();
        content.Write(sheet);
        return content;
    }
}
