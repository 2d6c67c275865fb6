using System.Diagnostics;
using Npgsql;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Forms;

/// <summary>Sends a form by a protocol, in a session of its own that its application name tells, until
/// it is disposed.</summary>
internal sealed class FormSession : IAsyncDisposable
{
    private readonly PostgresCluster _cluster;
    private readonly string _name;
    private readonly Process? _psql;
    private readonly NpgsqlConnection? _connection;
    private Task _run = Task.CompletedTask;

    private FormSession(PostgresCluster cluster, string name, Process? psql, NpgsqlConnection? connection) =>
        (_cluster, _name, _psql, _connection) = (cluster, name, psql, connection);

    /// <summary>What the server or the client said against it; null while nothing did.</summary>
    public string? Problem =>
        _run is { IsFaulted: true, Exception.InnerException: { } e } ? e.Message
        : _psql is { HasExited: true } ended ? $"psql ended with {ended.ExitCode}: {ended.StandardError.ReadToEnd()}"
        : null;

    /// <summary>Sends it.</summary>
    public static async Task<FormSession> StartAsync(
        PostgresCluster cluster,
        StatementForm form,
        FormProtocol protocol,
        string name
    )
    {
        if (protocol == FormProtocol.Simple)
            return new FormSession(cluster, name, Psql(cluster, form, name), null);
        var connection = await cluster.OpenAsync(StatementFormTests.Database, PostgresVersionsFixture.Application);
        var session = new FormSession(cluster, name, null, connection);
        await ExecuteAsync(connection, $"SET application_name = '{name}'");
        foreach (var before in form.Setup)
            await ExecuteAsync(connection, before);
        session._run = RunAsync(connection, form, protocol);
        return session;
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _cluster.ExecuteAsync(
            $"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{_name}'"
        );
        try
        {
            await _run;
        }
        catch (NpgsqlException)
        {
            // It was ended.
        }

        if (_connection is not null)
            await _connection.DisposeAsync();
        if (_psql is null)
            return;
        _psql.StandardInput.Close();
        await _psql.WaitForExitAsync();
        _psql.Dispose();
    }

    private static async Task RunAsync(NpgsqlConnection connection, StatementForm form, FormProtocol protocol)
    {
        await using var command = new NpgsqlCommand(form.AsParameters, connection) { CommandTimeout = 120 };
        foreach (var value in form.Values)
            command.Parameters.Add(new NpgsqlParameter { Value = StatementForm.ValueOf(value) });
        if (protocol == FormProtocol.Prepared)
            await command.PrepareAsync();
        await using var reader = await command.ExecuteReaderAsync();
        while (await reader.ReadAsync())
        {
            // Rows are taken as they come.
        }
    }

    private static async Task ExecuteAsync(NpgsqlConnection connection, string text)
    {
        await using var command = new NpgsqlCommand(text, connection) { CommandTimeout = 60 };
        await command.ExecuteNonQueryAsync();
    }

    private static Process Psql(PostgresCluster cluster, StatementForm form, string name)
    {
        var start = new ProcessStartInfo(Path.Combine(PostgresBinaries.Find()!, "psql"))
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        foreach (var word in new[] { "-X", "-q", "-v", "ON_ERROR_STOP=1", "-o", "/dev/null" })
            start.ArgumentList.Add(word);
        foreach (var text in form.Setup.Append(form.AsLiterals))
        {
            start.ArgumentList.Add("-c");
            start.ArgumentList.Add(text);
        }

        start.ArgumentList.Add(cluster.Url(PostgresVersionsFixture.Application, StatementFormTests.Database));
        start.Environment["PGAPPNAME"] = name;
        var psql = Process.Start(start) ?? throw new InvalidOperationException("psql does not start");
        psql.OutputDataReceived += (_, _) => { };
        psql.BeginOutputReadLine();
        return psql;
    }
}
