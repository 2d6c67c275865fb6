using System.Net.Sockets;
using RgPolicy.Documents.Orders;
using RgPolicy.Service.Status.Answers;
using RgPolicy.Service.Status.Transport;

namespace RgPolicy.Service.Status;

/// <summary>Serves the loop's status on a Unix socket, or on a named pipe on Windows: one line of JSON in, one document
/// out, connection closed. Users who may open it may read; only operators may give orders, and the transport says who
/// they are. A service that cannot make its socket goes on without one and says so.</summary>
internal sealed class StatusServer : IAsyncDisposable
{
    private const int AtOnce = 16;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private static readonly TimeSpan Breath = TimeSpan.FromMilliseconds(20);

    // The directory may have been tidied up.
    private static readonly TimeSpan LookInterval = TimeSpan.FromSeconds(5);

    // A large policy is read for some seconds.
    private static readonly TimeSpan OrderPatience = TimeSpan.FromSeconds(60);

    private readonly IStatusTransport _transport;
    private readonly IStatusListener _listener;
    private readonly string _address;
    private readonly StatusBroker _broker;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly SemaphoreSlim _places = new(AtOnce);
    private readonly CancellationTokenSource _ending = new();
    private readonly Task _serving;
    private readonly ITimer _look;

    private StatusServer(
        IStatusTransport transport,
        string address,
        StatusBroker broker,
        TimeProvider time,
        ILogger logger
    )
    {
        _transport = transport;
        _listener = transport.Listen();
        _address = address;
        _broker = broker;
        _time = time;
        _logger = logger;
        _serving = ServeAsync();
        _look = time.CreateTimer(_ => ListenAgainWhereRemoved(), null, LookInterval, LookInterval);
    }

    /// <summary>Starts serving.</summary>
    /// <param name="address">The path of a Unix socket, or a pipe's address on Windows.</param>
    /// <param name="broker">Takes the questions to the loop.</param>
    /// <param name="time">The clock.</param>
    /// <param name="logger">Told of orders that are refused, and of faults.</param>
    /// <exception cref="IOException">The place cannot be made, or another service holds it; other exceptions of files
    /// and sockets say the same.</exception>
    public static StatusServer Start(string address, StatusBroker broker, TimeProvider time, ILogger logger) =>
        Start(StatusTransport.Of(address), address, broker, time, logger);

    /// <inheritdoc cref="Start(string, StatusBroker, TimeProvider, ILogger)"/>
    internal static StatusServer Start(
        IStatusTransport transport,
        string address,
        StatusBroker broker,
        TimeProvider time,
        ILogger logger
    ) => new(transport, address, broker, time, logger);

    /// <summary>Completes when it serves no more.</summary>
    public Task Serving => _serving;

    /// <summary>Stops serving and gives up the place.</summary>
    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync();
        await _look.DisposeAsync();
        await _serving;
        _listener.Dispose();
        for (var place = 0; place < AtOnce; place++)
            await _places.WaitAsync();

        _places.Dispose();
        _ending.Dispose();
    }

    private void ListenAgainWhereRemoved()
    {
        if (_ending.IsCancellationRequested)
            return;

        try
        {
            if (_listener.ListenAgainWhereRemoved())
                _logger.StatusServedAgain(_address);
        }
        catch (Exception failure) when (failure is SocketException or IOException or UnauthorizedAccessException)
        {
            _logger.StatusNotServed(_address, failure.Message);
        }
    }

    private async Task ServeAsync()
    {
        while (!_ending.IsCancellationRequested)
        {
            try
            {
                await _places.WaitAsync(_ending.Token);
                var answered = false;
                try
                {
                    _ = AnswerAsync(await _listener.AcceptAsync(_ending.Token));
                    answered = true;
                }
                finally
                {
                    if (!answered)
                        _places.Release();
                }
            }
            catch (Exception failure)
                when (failure
                        is SocketException
                            or IOException
                            or UnauthorizedAccessException
                            or OperationCanceledException
                            or InvalidOperationException
                )
            {
                // One client's trouble, the end, or a place that is being made anew.
                await Task.Delay(Breath, CancellationToken.None);
            }
        }
    }

    private async Task AnswerAsync(IStatusConnection client)
    {
        try
        {
            using var mine = client;
            using var late = new CancellationTokenSource(Patience, _time);
            using var both = CancellationTokenSource.CreateLinkedTokenSource(late.Token, _ending.Token);
            var question = StatusQuestionLine.Parse(await StatusQuestionLine.ReadAsync(mine.Stream, both.Token));
            if (question is { IsOrder: true })
            {
                late.CancelAfter(OrderPatience);
                _ = CancelWhenGoneAsync(mine.Stream, question, late, both.Token);
            }

            await AnswerAsync(question, mine, both.Token);
        }
        catch (Exception failure)
            when (failure is SocketException or IOException or OperationCanceledException or ObjectDisposedException)
        {
            // One client's trouble: there is no one left to tell.
        }
        catch (Exception fault)
        {
            _logger.AnswerFailed("a client", fault);
        }
        finally
        {
            _places.Release();
        }
    }

    /// <summary>An order is for those who wait for its answer: it ends when its sender closes the connection.</summary>
    private async Task CancelWhenGoneAsync(
        Stream client,
        StatusQuestion question,
        CancellationTokenSource order,
        CancellationToken cancellationToken
    )
    {
        try
        {
            var more = new byte[1];
            while (await client.ReadAsync(more, cancellationToken) > 0)
            {
                // What follows a question means nothing.
            }

            // Some only say that they send no more: to those a blank before the answer can be written.
            await client.WriteAsync(" "u8.ToArray(), cancellationToken);
        }
        catch (Exception end) when (end is OperationCanceledException or ObjectDisposedException)
        {
            // It was answered.
        }
        catch (Exception gone) when (gone is SocketException or IOException)
        {
            await GiveUpAsync(order, question);
        }
    }

    private async Task GiveUpAsync(CancellationTokenSource order, StatusQuestion question)
    {
        try
        {
            await order.CancelAsync();
            _logger.OrderGivenUp(question.Kind.ToString());
        }
        catch (ObjectDisposedException)
        {
            // It was answered, which closed the connection.
        }
    }

    /// <summary>A document of what is shown, or why there is none, which is logged.</summary>
    private async Task<(Answer? Made, Exception? Fault)> MadeAsync(
        StatusQuestionKind kind,
        CancellationToken cancellationToken
    )
    {
        try
        {
            var recent = kind == StatusQuestionKind.Status ? _broker.Status : _broker.Metrics;
            return (await recent.GetAsync(cancellationToken), null);
        }
        catch (Exception fault) when (fault is not OperationCanceledException)
        {
            _logger.AnswerFailed(kind.ToString(), fault);
            return (null, fault);
        }
    }

    private async Task AnswerAsync(
        StatusQuestion? question,
        IStatusConnection client,
        CancellationToken cancellationToken
    )
    {
        if (question is not { Kind: StatusQuestionKind.Status or StatusQuestionKind.Metrics })
        {
            await client.Stream.WriteAsync(await AskAsync(question, client, cancellationToken), cancellationToken);
            return;
        }

        var (made, fault) = await MadeAsync(question.Kind, cancellationToken);
        if (made is null)
        {
            await client.Stream.WriteAsync(LoopAnswer.Fault(fault).ToBytes(), cancellationToken);
            return;
        }

        using var answer = made;
        foreach (var piece in answer.Content.Pieces)
            await client.Stream.WriteAsync(piece, cancellationToken);
    }

    private async Task<byte[]> AskAsync(
        StatusQuestion? question,
        IStatusConnection client,
        CancellationToken cancellationToken
    )
    {
        if (question is null)
            return """{"error":"The question was not understood: ask with rgp of the same version."}"""u8.ToArray();

        // Only senders of orders are looked up: Windows may ask a domain for a name.
        var asker = question.IsOrder ? client.Asker() : null;
        var by = asker?.Name ?? "an unknown user";
        if (question.IsOrder && asker is not { IsOperator: true })
        {
            _logger.OrderRefused(by, question.Kind.ToString(), _transport.WhoMayOrder);
            return DocumentFormat.ToBytes(new ErrorDocument(_transport.WhoMayOrder), DocumentFormat.Error);
        }

        return (await _broker.AskAsync(question with { By = by }, cancellationToken)).ToBytes();
    }
}
