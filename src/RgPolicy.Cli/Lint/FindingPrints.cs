using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint;

/// <summary>
/// Names findings so that they are known again when lines move: by code, path, message and how many
/// like them came before.
/// </summary>
internal sealed class FindingPrints
{
    private readonly Dictionary<(string Code, string Path, string Message), int> _seen = [];

    /// <summary>The name of the next finding: 32 hexadecimal digits.</summary>
    public string Next(Diagnostic diagnostic)
    {
        var key = (diagnostic.Code, Path: diagnostic.Path.Replace('\\', '/'), diagnostic.Message);
        var number = _seen[key] = _seen.GetValueOrDefault(key) + 1;
        var text = string.Join('\n', key.Code, key.Path, key.Message, number.ToString(CultureInfo.InvariantCulture));
        return Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(text)).AsSpan(0, 16)).ToLowerInvariant();
    }
}
