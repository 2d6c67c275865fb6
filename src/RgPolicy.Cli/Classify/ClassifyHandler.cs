using NodaTime;
using RgPolicy.Cli.Policies;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;
using RgPolicy.Dbms.Files;
using RgPolicy.Engine.Compile;

namespace RgPolicy.Cli.Classify;

/// <summary>Classifies queries that are given as signals.</summary>
internal sealed class ClassifyHandler(CliContext context)
{
    /// <summary>Classifies.</summary>
    /// <returns>The exit code: 1 when a line could not be read.</returns>
    public async Task<int> RunAsync(ClassifyRequest request, CancellationToken cancellationToken)
    {
        var target = await TargetResolver.FindAsync(context, request.Target, cancellationToken);
        if (target.Profile is not { } profile)
        {
            return context.Fail(target.ExitCode, target.Problem ?? "", TargetResolver.Next);
        }

        var choice = await PolicyLoader.LoadAsync(context, request.Policy, profile, cancellationToken);
        if (choice.Policy is not { } policy)
        {
            return choice.ExitCode;
        }

        var at = request.At ?? Instant.FromDateTimeOffset(context.Time.GetUtcNow());
        var stream = new ClassifyStream(context, PolicyProgram.Compile(policy, profile), at);
        return await ReadAsync(stream, request.Input, cancellationToken) is { } problem
            ? context.Fail(ExitCode.Unreachable, problem, "Check the path of --input and its permissions.")
            : Conclude(stream);
    }

    private async Task<string?> ReadAsync(ClassifyStream stream, string? path, CancellationToken cancellationToken)
    {
        try
        {
            await using var file = path is null or "-" ? null : BoundedFile.Open(context.Resolve(path));
            await stream.RunAsync(file ?? context.Input, cancellationToken);
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

/// <summary>What <c>rgp classify</c> was asked for.</summary>
/// <param name="Policy">The policy's path.</param>
/// <param name="Input">The path of the signals; null is standard input.</param>
/// <param name="Target">A profile's name or file; null is the built-in one.</param>
/// <param name="At">The moment for windows; null is now.</param>
internal sealed record ClassifyRequest(string Policy, string? Input, string? Target, Instant? At);
