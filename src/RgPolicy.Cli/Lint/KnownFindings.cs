using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint;

/// <summary>
/// Findings that were there before, each as often as it was: by code, path and message, so that they
/// are known again when their lines move.
/// </summary>
internal sealed class KnownFindings
{
    private readonly Dictionary<(string Code, string Path, string Message), int> _left = [];

    /// <summary>Adds a finding of the earlier report.</summary>
    public void Add(string code, string path, string message)
    {
        var key = (code, Normal(path), message);
        _left[key] = _left.GetValueOrDefault(key) + 1;
    }

    /// <summary>True when the finding was there before; each is recognised once.</summary>
    public bool Take(Diagnostic diagnostic)
    {
        var key = (diagnostic.Code, Normal(diagnostic.Path), diagnostic.Message);
        var left = _left.GetValueOrDefault(key);
        _left[key] = left - 1;
        return left > 0;
    }

    private static string Normal(string path)
    {
        var normal = path.Replace('\\', '/');
        return normal.StartsWith("./", StringComparison.Ordinal) ? normal[2..] : normal;
    }
}
