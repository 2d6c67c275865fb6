using System.Net;
using System.Net.Sockets;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Testing.SqlServer;

namespace RgPolicy.Dbms.Tests.SqlServer.Connect;

public sealed class ConnectionOpenerTests
{
    [Fact]
    public async Task Open_ServersThatDoNotAnswer_HoldUpNoOther()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start(100);
        using var givenUp = new CancellationTokenSource();
        var port = ((IPEndPoint)silent.LocalEndpoint).Port;
        var waiting = Enumerable
            .Range(0, 2 * Environment.ProcessorCount)
            .Select(_ => OpenAsync(port, givenUp.Token))
            .ToList();
        await using var server = ScriptedServer.Start(new ScriptedServerOptions());

        await OpenAsync(server.Port, CancellationToken.None);

        Assert.All(waiting, each => Assert.False(each.IsCompleted));
        await givenUp.CancelAsync();
        foreach (var each in waiting)
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => each);
    }

    private static async Task OpenAsync(int port, CancellationToken cancellationToken)
    {
        var connection = new SqlServerConnectionOptions
        {
            Host = "127.0.0.1",
            Port = port,
            User = "sa",
            Encrypts = false,
        }
            .WithPassword(ScriptedServer.Password)
            .NewConnection("tests");
        await ConnectionOpener.OpenAsync(connection, cancellationToken);
        await connection.DisposeAsync();
    }
}
