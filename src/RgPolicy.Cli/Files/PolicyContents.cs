namespace RgPolicy.Cli.Files;

/// <summary>Reads the policies that a command line names, one after the other.</summary>
internal static class PolicyContents
{
    /// <summary>Each file that can be read, with its bytes.</summary>
    /// <param name="context">Gives standard input.</param>
    /// <param name="files">The files.</param>
    /// <param name="problems">Takes what cannot be read, each a sentence.</param>
    public static async IAsyncEnumerable<(InputFile File, byte[] Bytes)> ReadAsync(
        CliContext context,
        IEnumerable<InputFile> files,
        List<string> problems
    )
    {
        foreach (var file in files)
        {
            context.Interrupt.ThrowIfCancellationRequested();
            var content = await FileContent.ReadAsync(context, file, PolicyFiles.MaximumBytes);
            if (content.Bytes is { } bytes)
                yield return (file, bytes);
            else
                problems.Add(content.Problem ?? "");
        }
    }
}

/// <summary>Which files of a folder are policies, and which are their tests.</summary>
internal static class PolicyFiles
{
    /// <summary>What to say where a path holds neither.</summary>
    public const string NoneFound = "no policy (*.rgp) and no test file (*.rgtest) was found there";

    /// <summary>How much of a policy is read. One more than the language's own limit, so that its own message about the
    /// size is the one that is shown.</summary>
    public const int MaximumBytes = 10_000_001;

    private const string PolicyEnding = ".rgp";
    private const string TestEnding = ".rgtest";

    /// <summary>True for <c>*.rgp</c>.</summary>
    public static bool IsPolicy(string name) => name.EndsWith(PolicyEnding, StringComparison.OrdinalIgnoreCase);

    /// <summary>True for <c>*.rgtest</c>.</summary>
    public static bool IsTest(string name) => name.EndsWith(TestEnding, StringComparison.OrdinalIgnoreCase);

    /// <summary>True for both.</summary>
    public static bool IsPolicyOrTest(string name) => IsPolicy(name) || IsTest(name);
}
