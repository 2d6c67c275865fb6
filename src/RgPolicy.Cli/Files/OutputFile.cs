using System.Text;

namespace RgPolicy.Cli.Files;

/// <summary>Writes a whole file or nothing.</summary>
internal static class OutputFile
{
    /// <summary>Writes UTF-8 without a byte-order mark beside the file, then puts it in its place.</summary>
    /// <returns>Why it could not be written, or null.</returns>
    public static string? Write(string fullPath, string name, string content)
    {
        var draft = fullPath + ".tmp";
        try
        {
            File.WriteAllText(draft, content, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
            File.Move(draft, fullPath, overwrite: true);
            return null;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return $"cannot write `{name}`: {error.Message}";
        }
    }
}
