using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer;
using RgPolicy.Service.Audit;

namespace RgPolicy.Service.Composing;

/// <summary>What a loop writes to, opened before it begins and closed after its end.</summary>
internal sealed class LoopFiles(TimeProvider time) : IAsyncDisposable
{
    /// <summary>Takes how fast each query was governed, or null.</summary>
    public ReactionFile? Reactions { get; private set; }

    /// <summary>The audit trail, or null.</summary>
    public AuditTrail? Audit { get; private set; }

    /// <summary>Keeps hints for later executions, where the level and the server have such a thing.</summary>
    public IStatementHints? Hints { get; private set; }

    /// <summary>Opens what was asked for.</summary>
    /// <returns>Why not, or null.</returns>
    public Refusal? Open(LoopRequest request, IObserver observer, ILogger logger) =>
        Open(request.Reactions, "--reactions", path => Reactions = ReactionFile.Create(path, logger))
        ?? OpenAudit(request, logger)
        ?? OpenHints(request, observer);

    public async ValueTask DisposeAsync()
    {
        if (Hints is { } hints)
            await hints.DisposeAsync();

        Audit?.Dispose();
        Reactions?.Dispose();
    }

    private static Refusal? Open(string? path, string option, Action<string> open)
    {
        if (path is null)
            return null;

        try
        {
            open(path);
            return null;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return new Refusal(
                RefusalKind.Unreachable,
                $"cannot write {path}: {failure.Message}",
                $"Name a file that you may write with {option}."
            );
        }
    }

    /// <summary>One that cannot be written never stops governing; it is said, and tried again.</summary>
    private Refusal? OpenAudit(LoopRequest request, ILogger logger)
    {
        Audit = request.Options.Audit is { } path ? AuditTrail.Open(path, time, logger) : null;
        return null;
    }

    private Refusal? OpenHints(LoopRequest request, IObserver observer)
    {
        try
        {
            Hints =
                request.Options.Level == GovernorLevel.Enforce && observer is SqlServerObserver server
                    ? server.OpenHints(request.ChangesDirectory)
                    : null;
            return null;
        }
        catch (ConfigureException failure)
        {
            return new Refusal(RefusalKind.Unreachable, failure.Message, failure.Next);
        }
    }
}

/// <summary>Why something does not begin.</summary>
internal sealed record Refusal(RefusalKind Kind, string Problem, string Next)
{
    /// <summary>There is nothing that it does not begin for.</summary>
    public static Refusal None { get; } = new(RefusalKind.Usage, "", "");

    /// <summary>Both in one line.</summary>
    public override string ToString() =>
        $"{Problem}{(Problem.Length > 0 && char.IsPunctuation(Problem[^1]) ? "" : ".")} {Next}";
}

/// <summary>What kind of reason it is that something does not begin for.</summary>
internal enum RefusalKind
{
    /// <summary>It was asked for in a way that cannot be.</summary>
    Usage,

    /// <summary>Something cannot be reached, read or written.</summary>
    Unreachable,
}
