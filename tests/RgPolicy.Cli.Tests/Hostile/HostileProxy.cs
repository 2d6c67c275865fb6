using System.Net.Sockets;
using System.Text.Json.Nodes;

namespace RgPolicy.Cli.Tests.Hostile;

/// <summary>Stands between a service and who asks it, and puts hostile text into every text of its answers.</summary>
internal sealed class HostileProxy : IDisposable
{
    private readonly Socket _listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
    private readonly string _service;

    public HostileProxy(string path, string service)
    {
        _service = service;
        _listener.Bind(new UnixDomainSocketEndPoint(path));
        _listener.Listen();
        _ = ServeAsync();
    }

    public void Dispose() => _listener.Dispose();

    private async Task ServeAsync()
    {
        try
        {
            while (true)
            {
                using var asker = await _listener.AcceptAsync();
                var answer = await AskAsync(await ReadLineAsync(asker));
                await asker.SendAsync(Encoding.UTF8.GetBytes(Spoil(JsonNode.Parse(answer))?.ToJsonString() ?? ""));
                asker.Shutdown(SocketShutdown.Both);
            }
        }
        catch (Exception e) when (e is ObjectDisposedException or SocketException)
        {
            // The test is over.
        }
    }

    private async Task<string> AskAsync(byte[] question)
    {
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        await socket.ConnectAsync(new UnixDomainSocketEndPoint(_service));
        await socket.SendAsync(question);
        using var stream = new NetworkStream(socket);
        return await new StreamReader(stream).ReadToEndAsync();
    }

    private static async Task<byte[]> ReadLineAsync(Socket socket)
    {
        var line = new List<byte>();
        var one = new byte[1];
        while (await socket.ReceiveAsync(one) == 1)
        {
            line.Add(one[0]);
            if (one[0] == '\n')
                break;
        }

        return [.. line];
    }

    private static JsonNode? Spoil(JsonNode? node) =>
        node switch
        {
            JsonObject all => new JsonObject(
                all.Select(each =>
                    KeyValuePair.Create(each.Key, each.Key == "schema" ? each.Value?.DeepClone() : Spoil(each.Value))
                )
            ),
            JsonArray all => new JsonArray([.. all.Select(Spoil)]),
            JsonValue value when value.TryGetValue<string>(out var text) => JsonValue.Create(text + HostileText.Name),
            _ => node?.DeepClone(),
        };
}
