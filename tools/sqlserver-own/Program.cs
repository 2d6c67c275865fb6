using System.Runtime.InteropServices;
using RgPolicy.Testing.SqlServer;

// The small SQL Server of the tests as a program: SQL Server 2022 Enterprise on a free port of 127.0.0.1, with the
// login sa, until SIGTERM. Its one argument is a scenario's file. What it could not make sense of is told at the end,
// with exit code 1.
var ended = new TaskCompletionSource();
using var asked = PosixSignalRegistration.Create(
    PosixSignal.SIGTERM,
    signal =>
    {
        signal.Cancel = true;
        ended.TrySetResult();
    }
);
await using var server = ScriptedServer.Start(new ScriptedServerOptions { Scenario = args.FirstOrDefault() });
Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"listening on 127.0.0.1:{server.Port}"));
await ended.Task;

foreach (var batch in server.NotUnderstood)
    await Console.Error.WriteLineAsync("NOT UNDERSTOOD " + batch);
return server.NotUnderstood.Count == 0 ? 0 : 1;
