using NodaTime;
using RgPolicy.Dbms.Files;

namespace RgPolicy.Cli.Classify;

/// <summary><c>rgp classify</c>: gives each query of a list its class and pool.</summary>
internal sealed class ClassifyCommand(CliContext context)
{
    private static readonly Option<string> PolicyPath = PolicyLoader.CreateOption();

    private static readonly Option<string?> Signals = new("--input")
    {
        Description = "The signals, a JSON object per line. Without it: standard input.",
        HelpName = "FILE",
    };

    private static readonly Option<string?> Profile = TargetResolver.CreateOption();
    private static readonly Option<Instant?> At = Moments.CreateOption();

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "classify",
            "Gives each query of a list its class and pool.",
            "rgp classify --policy policies/htap.rgp --input queries.jsonl",
            """echo '{"session.app":"Report Server","plan.shape":"scan"}' | rgp classify --policy policies/htap.rgp"""
        )
        {
            Details = "One JSON object of signals per line in, one line of decision out.",
            Ends = [new(ExitCode.Findings, "A line cannot be read as signals.")],
        }
            .Takes(PolicyPath, Signals, Profile, At)
            .Does(new ClassifyCommand(context).RunAsync);

    /// <summary>Classifies.</summary>
    /// <returns>The exit code: 1 when a line could not be read.</returns>
    private async Task<int> RunAsync(ParseResult result)
    {
        var profile = await TargetResolver.FindAsync(context, result.GetValue(Profile));
        var policy = await PolicyLoader.LoadAsync(context, result.GetRequiredValue(PolicyPath), profile);
        var at = result.GetValue(At) ?? Instant.FromDateTimeOffset(context.Time.GetUtcNow());
        var stream = new ClassifyStream(context, PolicyProgram.Compile(policy, profile), at);
        return await ReadAsync(stream, result.GetValue(Signals)) is { } problem
            ? context.Fail(ExitCode.Unreachable, problem, "Check the path of --input and its permissions.")
            : Conclude(stream);
    }

    private async Task<string?> ReadAsync(ClassifyStream stream, string? path)
    {
        try
        {
            await using var file = path is null or "-" ? null : BoundedFile.Open(context.Resolve(path));
            await stream.RunAsync(file ?? context.Input);
            return null;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return $"cannot read `{path ?? "-"}`: {error.Message}";
        }
    }

    private int Conclude(ClassifyStream stream) =>
        stream.BadLines == 0
            ? ExitCode.Success
            : context.Finish(
                ExitCode.Findings,
                stream.BadLines == 1
                    ? "1 line could not be read: its answer holds the reason; fix it and run again."
                    : $"{stream.BadLines} lines could not be read: their answers hold the reasons; "
                        + "fix them and run again."
            );
}
