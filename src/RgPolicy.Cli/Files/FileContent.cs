using RgPolicy.Dbms.Files;

namespace RgPolicy.Cli.Files;

/// <summary>The bytes of a file, or why they cannot be had; exactly one of the two is set.</summary>
internal sealed record FileContent(byte[]? Bytes, string? Problem)
{
    /// <summary>Reads at most one byte more than the limit, so that the caller can see that the limit is
    /// exceeded.</summary>
    public static async Task<FileContent> ReadAsync(CliContext context, InputFile file, int maximumBytes)
    {
        try
        {
            var bytes = file.FullPath is { } path
                ? BoundedFile.ReadBeginning(path, maximumBytes)
                : await ReadAsync(context, maximumBytes);
            return new FileContent(bytes, null);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            return new FileContent(null, $"cannot read `{file.Name}`: {error.Message}");
        }
    }

    /// <summary>Reads a file without which the command ends.</summary>
    public static async Task<byte[]> NeedAsync(CliContext context, InputFile file, int maximumBytes, string next)
    {
        var content = await ReadAsync(context, file, maximumBytes);
        return content.Bytes ?? throw new CommandException(ExitCode.Unreachable, content.Problem ?? "", next);
    }

    private static async Task<byte[]> ReadAsync(CliContext context, int maximumBytes)
    {
        var content = new MemoryStream();
        var buffer = new byte[81920];
        while (content.Length <= maximumBytes)
        {
            var wanted = (int)Math.Min(buffer.Length, maximumBytes + 1L - content.Length);
            var count = await context.Input.ReadAsync(buffer.AsMemory(0, wanted), context.Interrupt);
            if (count == 0)
                break;

            content.Write(buffer, 0, count);
        }

        return content.ToArray();
    }
}

/// <summary>A file that a command reads: its name in messages, and its path; null for standard input.</summary>
internal sealed record InputFile(string Name, string? FullPath)
{
    public static InputFile StandardInput { get; } = new("-", null);

    public static InputFile Named(CliContext context, string name) => new(name, context.Resolve(name));

    public static InputFile OrStandardInput(CliContext context, string name) =>
        name == StandardInput.Name ? StandardInput : Named(context, name);
}
