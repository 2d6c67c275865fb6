using MySqlConnector;
using RgPolicy.Dbms;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.MySqlConformance;

/// <summary>Tries one thing after the other and prints how each went.</summary>
internal static class ConformanceRun
{
    public const int Clean = 0;
    public const int NotClean = 1;
    public const int CannotTry = 3;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>Runs all of them.</summary>
    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync(
        IReadOnlyList<string> arguments,
        Func<string, string?> environment,
        TextWriter output,
        TextWriter errors,
        CancellationToken cancellationToken
    )
    {
        var parsed = MySqlServerConnection.Parse(arguments.Count == 1 ? arguments[0] : "", environment);
        if (parsed.Options is not { } admin)
        {
            await errors.WriteLineAsync("rgp-mysql-conformance: " + parsed.Problem);
            return CannotTry;
        }

        try
        {
            await using var server = await TriedServer.OpenAsync(admin, cancellationToken);
            await output.WriteLineAsync($"server  {(server.IsMariaDb ? "MariaDB" : "MySQL")} {server.Version}");
            return await TryAllAsync(server, output, cancellationToken);
        }
        catch (Exception failure) when (failure is MySqlException or InvalidOperationException or ObserveException)
        {
            await errors.WriteLineAsync("rgp-mysql-conformance: " + failure.Message);
            return CannotTry;
        }
    }

    private static async Task<int> TryAllAsync(
        TriedServer server,
        TextWriter output,
        CancellationToken cancellationToken
    )
    {
        var counts = new Dictionary<Outcome, int>();
        foreach (var check in (Check[])[.. ServerChecks.All, .. WatchChecks.All, .. ActChecks.All])
        {
            var verdict = await TryAsync(check, server, cancellationToken);
            counts[verdict.Outcome] = counts.GetValueOrDefault(verdict.Outcome) + 1;
            var why = verdict.Why.Length > 0 ? ": " + verdict.Why.ReplaceLineEndings(" ") : "";
            await output.WriteLineAsync($"{Word(verdict.Outcome), -7} {check.Name}{why}");
        }

        var failed = counts.GetValueOrDefault(Outcome.Failed);
        await output.WriteLineAsync(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{counts.GetValueOrDefault(Outcome.Passed)} passed, {failed} failed, {counts.GetValueOrDefault(Outcome.Skipped)} skipped"
            )
        );
        return failed == 0 ? Clean : NotClean;
    }

    private static async Task<Verdict> TryAsync(Check check, TriedServer server, CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(Patience);
        try
        {
            return await check.Try(server, patience.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return Verdict.Failed($"it was not seen within {Patience.TotalSeconds:0} s; {server.LastSeen}");
        }
        catch (Exception failure)
            when (failure is MySqlException or ObserveException or ConfigureException or InvalidOperationException)
        {
            return Verdict.Failed(failure.Message);
        }
    }

    private static string Word(Outcome outcome) =>
        outcome switch
        {
            Outcome.Passed => "passed",
            Outcome.Failed => "failed",
            _ => "skipped",
        };
}
