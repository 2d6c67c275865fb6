using System.Diagnostics;

namespace RgPolicy.Dbms.Trials;

/// <summary>One client's session, whatever the server: the same order of plan and execution, and of what a failure
/// means.</summary>
internal abstract class TrialSession(DbConnection connection, TimeSpan limit) : ITrialSession, IAsyncDisposable
{
    /// <summary>What stands in place of a plan's hash where there is no plan.</summary>
    protected const string NoPlan = "none";

    public abstract int ProcessId { get; }

    public abstract Task SetAsync(TrialSettings settings, CancellationToken cancellationToken);

    public Task<TrialExecution> RunAsync(TrialStatement statement, CancellationToken cancellationToken) =>
        TryAsync(
            statement.Name,
            async () =>
            {
                var text = Told(statement.Text);
                var plan = await PlanAsync(text, cancellationToken);
                var begun = Stopwatch.GetTimestamp();
                await ReadAsync(text, static _ => { }, cancellationToken);
                return new TrialExecution(Stopwatch.GetElapsedTime(begun), plan);
            },
            cancellationToken
        );

    public abstract Task<ImmutableArray<string>> FingerprintsAsync(
        TrialStatement statement,
        CancellationToken cancellationToken
    );

    public ValueTask DisposeAsync() => connection.DisposeAsync();

    protected virtual string Told(string text) => text;

    /// <summary>A hash of the plan that the server has for a text; <see cref="NoPlan"/> where it has none.</summary>
    protected abstract Task<string> PlanAsync(string text, CancellationToken cancellationToken);

    /// <summary>What servers and networks do; all else is a mistake of this program.</summary>
    protected abstract bool IsExpected(Exception failure);

    protected virtual bool IsWrite(Exception failure) => false;

    protected abstract bool IsLate(Exception failure);

    protected abstract string Reason(Exception failure);

    protected async Task ReadAsync(string sql, Action<DbDataReader> read, CancellationToken cancellationToken)
    {
        await using var command = connection.CreateCommand();
        (command.CommandText, command.CommandTimeout) = (sql, (int)limit.TotalSeconds);
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        do
        {
            while (await reader.ReadAsync(cancellationToken))
                read(reader);
        } while (await reader.NextResultAsync(cancellationToken));
    }

    /// <exception cref="TrialException">The server is gone, or refuses.</exception>
    protected Task ExecuteAsync(string sql, CancellationToken cancellationToken) =>
        TryAsync(
            sql,
            async () =>
            {
                await ReadAsync(sql, static _ => { }, cancellationToken);
                return true;
            },
            cancellationToken
        );

    /// <summary>Asks the server; what it does is a failure of that.</summary>
    protected async Task<TResult> TryAsync<TResult>(
        string what,
        Func<Task<TResult>> run,
        CancellationToken cancellationToken
    )
    {
        try
        {
            return await run();
        }
        catch (Exception e) when (IsExpected(e) && !cancellationToken.IsCancellationRequested)
        {
            var reason =
                IsWrite(e) ? TrialReasons.Writes
                : IsLate(e) ? TrialReasons.TookLonger(limit)
                : Reason(e);
            throw new TrialException($"`{what}`: {reason}", connection.State != System.Data.ConnectionState.Open, e);
        }
    }
}

/// <summary>Why a statement that is tried fails, in sentences for the user.</summary>
internal static class TrialReasons
{
    public const string Writes = "it writes, and a workload that is tried may only read";

    public static string TookLonger(TimeSpan limit) =>
        FormattableString.Invariant($"it took longer than {limit.TotalSeconds:0} s");
}
