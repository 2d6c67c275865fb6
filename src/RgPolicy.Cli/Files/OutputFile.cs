namespace RgPolicy.Cli.Files;

/// <summary>Writes a file as a whole or not at all.</summary>
internal static class OutputFile
{
    /// <summary>Replaces the file by the content, in UTF-8 without a byte order mark.</summary>
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

    /// <summary>The same for the file of <c>--out</c>, without which the command ends.</summary>
    public static void Need(CliContext context, string name, string content)
    {
        if (Write(context.Resolve(name), name, content) is { } problem)
            throw new CommandException(ExitCode.Unreachable, problem, "Give another --out.");
    }
}
