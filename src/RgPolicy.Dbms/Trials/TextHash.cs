using System.Security.Cryptography;
using System.Text;

namespace RgPolicy.Dbms.Trials;

/// <summary>A short name for a text: other texts have others.</summary>
internal static class TextHash
{
    /// <summary>The first digits of its SHA-256, in lower case.</summary>
    /// <param name="text">The text.</param>
    /// <param name="digits">How many, at most 64.</param>
    public static string Of(string text, int digits) =>
        Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(text)))[..digits].ToLowerInvariant();
}
