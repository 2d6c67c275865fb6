using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Web;

/// <summary>The style sheet and the script of all pages, which lie in this assembly.</summary>
internal static class SiteAssets
{
    /// <summary>Where the style sheet is served.</summary>
    public const string StylePath = "/console.css";

    private const string ScriptPath = "/console.js";

    private static readonly PieceBuffer Style = Read("console.css");
    private static readonly PieceBuffer Script = Read("console.js");

    /// <summary>What there is under a path; null for nothing.</summary>
    public static (string Type, Answer Answer)? Find(string path) =>
        path switch
        {
            StylePath => ("text/css; charset=utf-8", new Answer(Style)),
            ScriptPath => ("text/javascript; charset=utf-8", new Answer(Script)),
            _ => null,
        };

    private static PieceBuffer Read(string name)
    {
        using var asset =
            typeof(SiteAssets).Assembly.GetManifestResourceStream("web/" + name)
            ?? throw new InvalidOperationException(name + " is not in this assembly");
        var content = new PieceBuffer();
        for (int read; (read = asset.Read(content.GetSpan(1))) > 0; )
        {
            content.Advance(read);
        }

        return content;
    }
}
