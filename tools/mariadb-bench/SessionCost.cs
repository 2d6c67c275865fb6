using MySqlConnector;
using RgPolicy.Testing.MariaDb;
using RgPolicy.Testing.Stack;

namespace RgPolicy.MariaDbBench;

/// <summary>What observing many sessions, all or some within a statement, costs the server and RgPolicy.</summary>
internal sealed class SessionCost(MariaDbServer server, SessionOptions options)
{
    private const string Sleeper = "sleeper";
    private const int Spare = 50;
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Pace = TimeSpan.FromMilliseconds(100);

    private const string Policy = """
        language 1
        pool all { cpu weight 1000 }
        pool low { cpu weight 100 }
        class analytics -> low when session.login = 'analytics' and request.elapsed > 1 s
        default         -> all
        """;

    /// <summary>Measures, and writes three lines; true where the limits hold.</summary>
    public static async Task<bool> RunAsync(
        SessionOptions options,
        TextWriter output,
        CancellationToken cancellationToken
    )
    {
        var settings = BenchDatabase
            .Settings(options.HasPerformanceSchema)
            .SetItem("max_connections", (options.Sessions + Spare).ToString(CultureInfo.InvariantCulture));
        await using var server = await BenchDatabase.StartAsync(facts: 1, settings);
        await server.ExecuteAsync($"CREATE USER {Sleeper}@localhost");
        return await new SessionCost(server, options).MeasureAsync(output, cancellationToken);
    }

    private async Task<bool> MeasureAsync(TextWriter output, CancellationToken cancellationToken)
    {
        var sleeping = new List<(MySqlConnection Connection, Task Statement)>();
        try
        {
            for (var i = 0; i < options.Sessions; i++)
                sleeping.Add(await OpenAsync(isRunning: i < options.Running));
            var alone = await UsedAsync(null, cancellationToken);
            var floor = await FloorAsync(cancellationToken);
            await using var rgp = await ObserveAsync();
            await Task.Delay(WarmUp, cancellationToken);
            var observed = await UsedAsync(rgp, cancellationToken);
            if (rgp.HasEnded)
                throw new InvalidOperationException("rgp run ended: " + rgp.Errors);
            await WriteFloorAsync(output, floor - alone.Server);
            return await WriteAsync(output, observed.Server - alone.Server, observed);
        }
        finally
        {
            await EndAsync(sleeping);
        }
    }

    // They end with the server, which is not needed any more.
    private async Task EndAsync(List<(MySqlConnection Connection, Task Statement)> sleeping)
    {
        await server.KillAsync();
        foreach (var (connection, statement) in sleeping)
        {
            try
            {
                await Task.WhenAny(statement);
                await connection.DisposeAsync();
            }
            catch (MySqlException)
            {
                // It was killed, as it was meant to be.
            }
        }
    }

    private async Task<(MySqlConnection Connection, Task Statement)> OpenAsync(bool isRunning)
    {
        var connection = await server.OpenAsync(user: Sleeper);
        return (connection, isRunning ? RunAsync(connection) : Task.CompletedTask);

        static async Task RunAsync(MySqlConnection connection)
        {
            await using var command = new MySqlCommand("SELECT SLEEP(3600)", connection) { CommandTimeout = 0 };
            await command.ExecuteScalarAsync();
        }
    }

    private async Task<ChildProgram> ObserveAsync()
    {
        var policy = Path.Combine(server.RootDirectory, "policy.rgp");
        await File.WriteAllTextAsync(policy, Policy);
        return ChildProgram.Start(
            ProductFiles.Rgp,
            ["run", policy, "--server", server.Url(BenchDatabase.Observer), "--level", "observe"]
        );
    }

    /// <summary>Percent of one processor, and statements a second, over the length of a run.</summary>
    private async Task<(double Server, double Rgp, double Statements)> UsedAsync(
        ChildProgram? rgp,
        CancellationToken cancellationToken
    )
    {
        var before = (Server: Cpu(server.ProcessId), Rgp: Cpu(rgp?.ProcessId), Statements: await QuestionsAsync());
        await Task.Delay(options.Length, cancellationToken);
        var seconds = options.Length.TotalSeconds;
        return (
            (Cpu(server.ProcessId) - before.Server) / seconds * 100,
            (Cpu(rgp?.ProcessId) - before.Rgp) / seconds * 100,
            (await QuestionsAsync() - before.Statements) / seconds
        );
    }

    /// <summary>What the simplest question over all sessions costs at RgPolicy's pace: how many there are.</summary>
    private async Task<double> FloorAsync(CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var asking = AskAsync(stop.Token);
        var (used, _, _) = await UsedAsync(null, cancellationToken);
        await stop.CancelAsync();
        await asking;
        return used;
    }

    private async Task AskAsync(CancellationToken cancellationToken)
    {
        await using var connection = await server.OpenAsync(user: BenchDatabase.Observer);
        using var timer = new PeriodicTimer(Pace);
        try
        {
            while (await timer.WaitForNextTickAsync(cancellationToken))
            {
                await using var command = new MySqlCommand($"SELECT COUNT(*) FROM {Sessions}", connection);
                await command.ExecuteScalarAsync(CancellationToken.None);
            }
        }
        catch (OperationCanceledException)
        {
            // Its time is over.
        }
    }

    private async Task WriteFloorAsync(TextWriter output, double cost) =>
        await output.WriteLineAsync(
            string.Create(
                CultureInfo.InvariantCulture,
                $"the least: SELECT COUNT(*) FROM {Sessions} every {Pace.TotalMilliseconds:F0} ms costs the server {cost:F2}"
            )
        );

    private string Sessions =>
        options.HasPerformanceSchema ? "performance_schema.threads" : "information_schema.PROCESSLIST";

    private static double Cpu(int? process) => process is { } id ? ProcessFacts.CpuSeconds(id) ?? 0 : 0;

    private async Task<double> QuestionsAsync() =>
        Convert.ToDouble(
            await server.ScalarAsync(
                "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'QUESTIONS'"
            ),
            CultureInfo.InvariantCulture
        );

    private async Task<bool> WriteAsync(
        TextWriter output,
        double serverCost,
        (double Server, double Rgp, double Statements) observed
    )
    {
        var (mostOfServer, mostOwn) = (options.HasPerformanceSchema ? 1.0 : 5.0, 5.0);
        await output.WriteLineAsync(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{options.Sessions} sessions, {options.Running} within a statement, performance_schema {(options.HasPerformanceSchema ? "on" : "off")}: "
                    + $"{observed.Statements:F1} statements a second"
            )
        );
        await output.WriteLineAsync(
            string.Create(
                CultureInfo.InvariantCulture,
                $"processor, percent of one: the server {serverCost:F2} (limit: {mostOfServer}), rgp run {observed.Rgp:F2} "
                    + $"(limit: {mostOwn})"
            )
        );
        return serverCost <= mostOfServer && observed.Rgp <= mostOwn;
    }
}
