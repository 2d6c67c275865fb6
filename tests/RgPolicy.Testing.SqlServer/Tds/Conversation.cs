using System.Net.Sockets;

namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>One connection from its first byte to its last.</summary>
internal sealed class Conversation
{
    private readonly MessageStream _messages;
    private readonly ITdsServer _server;
    private readonly Action _cut;

    private Conversation(TcpClient client, ITdsServer server) =>
        (_messages, _server, _cut) = (new MessageStream(new NetworkStream(client.Client)), server, client.Dispose);

    /// <summary>Talks with a client until either side ends it.</summary>
    public static async Task HoldAsync(TcpClient client, ITdsServer server, CancellationToken cancellationToken)
    {
        try
        {
            client.NoDelay = true;
            var conversation = new Conversation(client, server);
            if (await conversation.LogInAsync(cancellationToken) is not { } session)
                return;
            using (session)
                await conversation.AnswerAllAsync(session, cancellationToken);
        }
        catch (Exception e)
            when (e
                    is IOException
                        or SocketException
                        or ProtocolException
                        or ObjectDisposedException
                        or OperationCanceledException
            )
        {
            // A client that talks nonsense or has gone is not talked to any more.
        }
        finally
        {
            client.Dispose();
        }
    }

    private async Task<ITdsSession?> LogInAsync(CancellationToken cancellationToken)
    {
        if (await _messages.ReadAsync(cancellationToken) is not { Kind: MessageKind.PreLogin } first)
            return null;
        PreLogin.Check(first.Body);
        await _messages.WriteAsync(PreLogin.Answer(_server.Version), cancellationToken);
        if (await _messages.ReadAsync(cancellationToken) is not { Kind: MessageKind.Login } second)
            return null;
        var answer = new AnswerWriter();
        ITdsSession? session = null;
        try
        {
            var login = LoginRequest.Read(second.Body);
            session = await _server.LogInAsync(login, _cut);
            answer.WriteLogin(_server.Version, "master", _messages.PacketBytes = login.PacketBytes);
        }
        catch (SqlFailure e)
        {
            answer.WriteError(e.Number, e.Severity, e.Message);
        }

        answer.WriteEnd(isCall: false);
        await _messages.WriteAsync(answer.Body, cancellationToken);
        return session;
    }

    private async Task AnswerAllAsync(ITdsSession session, CancellationToken cancellationToken)
    {
        for (var message = await _messages.ReadAsync(cancellationToken); message is not null; )
        {
            if (message.Kind == MessageKind.Attention)
            {
                await AttendAsync(cancellationToken);
                message = await _messages.ReadAsync(cancellationToken);
                continue;
            }

            using var interrupted = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            var answer = RunAsync(session, ClientBatch.Read(message), interrupted.Token);
            var next = _messages.ReadAsync(cancellationToken);
            if (await Task.WhenAny(answer, next) == next)
                await interrupted.CancelAsync();
            if (await answer is { } done)
                await _messages.WriteAsync(done.Body, cancellationToken);
            message = await next;
        }
    }

    private Task AttendAsync(CancellationToken cancellationToken)
    {
        var answer = new AnswerWriter();
        answer.WriteAttended();
        return _messages.WriteAsync(answer.Body, cancellationToken);
    }

    /// <summary>Null when it was interrupted.</summary>
    private static async Task<AnswerWriter?> RunAsync(
        ITdsSession session,
        ClientBatch batch,
        CancellationToken interrupted
    )
    {
        var answer = new AnswerWriter();
        try
        {
            await session.RunAsync(batch, answer, interrupted);
        }
        catch (SqlFailure e)
        {
            answer.WriteError(e.Number, e.Severity, e.Message);
        }
        catch (OperationCanceledException) when (interrupted.IsCancellationRequested)
        {
            return null;
        }

        answer.WriteEnd(batch.IsCall);
        return answer;
    }
}
