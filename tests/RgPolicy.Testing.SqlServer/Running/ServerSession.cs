using RgPolicy.Testing.SqlServer.Faults;
using RgPolicy.Testing.SqlServer.Login;
using RgPolicy.Testing.SqlServer.Sql;
using RgPolicy.Testing.SqlServer.Tds;
using RgPolicy.Testing.SqlServer.Views;

namespace RgPolicy.Testing.SqlServer.Running;

/// <summary>A client's session: runs its batches, one statement after the other.</summary>
internal sealed class ServerSession(ServerState server, SessionRow session) : ITdsSession, ISqlSession
{
    /// <summary>The reason of a Query Store without room.</summary>
    private const int Full = 65_536;

    private static readonly string[] Restricted =
    [
        "sys.dm_os_",
        "sys.dm_resource_governor_",
        "sys.dm_exec_query_stats",
        "sys.dm_exec_query_resource_semaphores",
        "sys.dm_exec_text_query_plan",
    ];

    /// <inheritdoc/>
    public async Task RunAsync(ClientBatch batch, AnswerWriter answer, CancellationToken cancellationToken)
    {
        if (FaultOf(batch.Text) is { } fault)
        {
            Apply(fault);
            return;
        }

        await server.Faults.BeforeAsync(batch.Text, session.Login.Name, cancellationToken);
        lock (server.Gate)
        {
            session.Batches++;
            try
            {
                new StatementRun(server, session, this, answer).Run(batch.Text, batch.Arguments);
            }
            catch (SqlFailure e) when (e.Number is 102 or 195 or 207 or 208)
            {
                server.NotUnderstood.Add($"{e.Number} {e.Message} {batch.Text}");
                throw;
            }
        }
    }

    /// <inheritdoc/>
    public object? Call(string name, IReadOnlyList<object?> arguments) =>
        SessionFunctions.Call(server, session, name, arguments);

    /// <inheritdoc/>
    public StringComparison Collation => server.Scenario.Collation;

    /// <inheritdoc/>
    public RowSet View(string name)
    {
        CheckRight(name);
        return GovernorViews.Find(server, session, name)
            ?? RequestViews.Find(server, session, name)
            ?? ResourceViews.Find(server, name)
            ?? HostViews.Find(server, name)
            ?? EventViews.Find(server, name)
            ?? AvailabilityViews.Find(server, session, name)
            ?? PrincipalViews.Find(server, session, name)
            ?? QueryStoreViews.Find(server, session, name)
            ?? throw new SqlFailure(208, $"Invalid object name '{name}'.");
    }

    /// <inheritdoc/>
    public RowSet Table(string name, IReadOnlyList<object?> arguments)
    {
        CheckRight(name);
        return PlanFunctions.Find(server, name, arguments)
            ?? throw new SqlFailure(208, $"Invalid object name '{name}'.");
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (server.Gate)
            if (server.Sessions.TryGetValue(session.Id, out var present) && present == session)
                server.End(session.Id);
    }

    private void CheckRight(string name)
    {
        var right =
            server.Release.Major < ServerRelease.Major2022 ? "VIEW SERVER STATE" : "VIEW SERVER PERFORMANCE STATE";
        if (Restricted.Any(each => name.StartsWith(each, StringComparison.Ordinal)) && !session.Login.Has(right))
            throw new SqlFailure(300, $"{right} permission was denied on object 'server', database 'master'.", 14);
    }

    private static FaultCommand? FaultOf(string batch)
    {
        const string begin = "EXEC standin_fault N'";
        return batch.StartsWith(begin, StringComparison.Ordinal)
            ? new FaultCommand(batch[begin.Length..^1].Replace("''", "'", StringComparison.Ordinal))
            : null;
    }

    private void Apply(FaultCommand fault)
    {
        lock (server.Gate)
        {
            switch (fault.Name)
            {
                case "drop_all":
                    server.EndAll();
                    break;
                case "restart":
                    server.Governor.Restart();
                    server.EndAll();
                    break;
                case "qs_state":
                    server.Hints.Set(fault.Text("db"), fault.Text("state"), fault.Number("reason", Full));
                    break;
                case "qs_full":
                    server.Hints.Set(fault.Text("db"), fault.Has("off") ? "READ_WRITE" : "READ_ONLY", Full);
                    break;
                case "config" when fault.Text("name") == "max degree of parallelism":
                    server.MaxDop = fault.Number("value", 0);
                    break;
                default:
                    server.Faults.Take(fault);
                    break;
            }
        }
    }
}
