using System.Net.Sockets;

namespace RgPolicy.Cli.Tests.ServiceControl;

/// <summary>A service that gives whoever asks the same answer.</summary>
internal sealed class ScriptedService : IAsyncDisposable
{
    private readonly TestFolder _folder = new();
    private readonly Socket _listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
    private readonly Task _serving;

    public ScriptedService()
    {
        _listener.Bind(new UnixDomainSocketEndPoint(Address));
        _listener.Listen();
        _serving = Task.Run(ServeAsync);
    }

    /// <summary>The answer: a document, or what is none.</summary>
    public string Answer { get; set; } = "{}";

    /// <summary>Answers by what is asked, where it matters; null gives everybody the same.</summary>
    public Func<string, string?>? AnswerTo { get; set; }

    /// <summary>Where it is asked.</summary>
    public string Address => _folder.Path("s");

    /// <summary>Runs a command that asks it.</summary>
    public Task<CliRun> Run(params string[] arguments) => CliRun.Of([.. arguments, "--status-socket", Address]);

    public async ValueTask DisposeAsync()
    {
        _listener.Dispose();
        await _serving;
        _folder.Dispose();
    }

    private async Task ServeAsync()
    {
        try
        {
            var question = new byte[4096];
            while (true)
            {
                using var client = await _listener.AcceptAsync();
                var asked = Encoding.UTF8.GetString(question, 0, await client.ReceiveAsync(question, SocketFlags.None));
                await client.SendAsync(Encoding.UTF8.GetBytes(AnswerTo?.Invoke(asked) ?? Answer), SocketFlags.None);
            }
        }
        catch (Exception ended) when (ended is SocketException or ObjectDisposedException)
        {
            // The test is over.
        }
    }
}
