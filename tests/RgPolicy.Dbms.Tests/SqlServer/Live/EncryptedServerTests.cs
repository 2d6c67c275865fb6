using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer;
using RgPolicy.Dbms.Tests.Configure;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>Real encrypted connections, to a server whose certificate no authority has signed.</summary>
public sealed class EncryptedServerTests : IAsyncLifetime
{
    private TestServer? _server;

    private TestServer Server => _server ?? throw new InvalidOperationException("no server");

    public async Task InitializeAsync()
    {
        if (ServerChoice.Missing(ServerNeeds.Encrypted) is null)
            _server = await TestServer.StartAsync(2022, "enterprise", new ServerSetup { IsEncrypted = true });
    }

    public async Task DisposeAsync()
    {
        if (_server is not null)
            await _server.DisposeAsync();
    }

    [ServerTheory(Needs = ServerNeeds.Encrypted)]
    [InlineData("the server's certificate is not trusted on this host", "?trust_server_certificate=true")]
    public async Task Connect_CertificateThatNobodySigned_SaysSoAndWhatToDo(string said, string next)
    {
        var options = Server.Administrator with { TrustsServerCertificate = false };

        var failure = await Assert.ThrowsAsync<ConfigureException>(() => options.ConfiguratorAsync());

        Assert.Contains(said, failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("internal exception", failure.Message, StringComparison.OrdinalIgnoreCase);
        Assert.Contains(next, failure.Next, StringComparison.Ordinal);
    }

    [ServerTheory(Needs = ServerNeeds.Encrypted)]
    [InlineData("encrypt=strict")]
    public async Task Connect_StrictlyToAServerThatCannot_SaysSoAndWhatToDo(string said)
    {
        var options = Server.Administrator with { EncryptsStrictly = true, TrustsServerCertificate = false };

        var failure = await Assert.ThrowsAsync<ConfigureException>(() => options.ConfiguratorAsync());

        Assert.Contains(said, failure.Message + failure.Next, StringComparison.Ordinal);
    }

    [ServerTheory(Needs = ServerNeeds.Encrypted)]
    [InlineData("trust_server_certificate=true")]
    public async Task Connect_CertificateIsNotChecked_ObservesAndSaysSo(string said)
    {
        await using var observer = await SqlServerObserver.ConnectAsync(
            Server.Administrator,
            TimeProvider.System,
            new SqlServerObserverOptions(),
            CancellationToken.None
        );
        await observer.PollAsync(false, CancellationToken.None);

        Assert.Contains(observer.Notes, note => note.Contains(said, StringComparison.Ordinal));
    }

    [ServerTheory(Needs = ServerNeeds.Encrypted)]
    [InlineData("the server's certificate is not trusted on this host")]
    public async Task Connect_WithoutEncryptionToAServerThatDemandsIt_ChecksItsCertificate(string said)
    {
        var options = Server.Administrator with { Encrypts = false, TrustsServerCertificate = false };

        var failure = await Assert.ThrowsAsync<ConfigureException>(() => options.ConfiguratorAsync());

        Assert.Contains(said, failure.Message, StringComparison.Ordinal);
    }
}
