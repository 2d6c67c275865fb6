using System.Net;
using Microsoft.AspNetCore.Http;
using RgPolicy.Documents.Orders;

namespace RgPolicy.Service.Web.Orders;

/// <summary>Takes orders from pages: only from a page of this site, on this host, with the token in a header of its
/// own, which no other site can make a browser send. What is refused is logged and answered late, as long as that keeps
/// no one else waiting: what many tries at once could find is kept from them by the token's length.</summary>
/// <param name="token">What an order needs; null where none is taken.</param>
/// <param name="time">The clock.</param>
/// <param name="logger">Told what was refused.</param>
internal sealed class OrderBroker(OrderToken? token, TimeProvider time, ILogger logger)
{
    private const string TokenHeader = "X-RgPolicy-Token";

    // Far fewer than the connections of one peer, so that there is always room for others of this host.
    private const int MostWaiting = 8;

    private static readonly TimeSpan RefusalPause = TimeSpan.FromSeconds(1);

    private readonly object _gate = new();
    private readonly long _start = time.GetTimestamp();
    private TimeSpan _refused = TimeSpan.Zero;
    private int _waiting;
    private long _refusedAtOnce;

    /// <summary>Whether any order can be taken.</summary>
    public bool TakesOrders => token is not null;

    /// <summary>Carries an order out, or refuses it.</summary>
    /// <returns>The status code and the document.</returns>
    public async Task<(int Code, byte[] Document)> TakeAsync(
        HttpContext context,
        SiteTarget target,
        StatusQuestion order,
        CancellationToken cancellationToken
    )
    {
        var by = $"console at {context.Connection.RemoteIpAddress}";
        if (Refuse(context) is { } reason)
        {
            await PauseAsync(by, order.Kind.ToString(), reason, cancellationToken);
            return (
                StatusCodes.Status403Forbidden,
                DocumentFormat.ToBytes(new ErrorDocument(reason), DocumentFormat.Error)
            );
        }

        var answer = await target.Broker.AskAsync(order with { By = by }, cancellationToken);
        return (StatusCodes.Status200OK, answer.ToBytes());
    }

    private string? Refuse(HttpContext context)
    {
        var request = context.Request;
        if (token is null)
            return "Orders from the console are off: start with --token-file, or set TokenFile.";

        if (context.Connection.RemoteIpAddress is not { } peer || !IPAddress.IsLoopback(peer))
            return "Orders are taken from this host only: ssh -L 9477:localhost:9477 HOST brings the console to yours.";

        var origin = $"{request.Scheme}://{request.Host.Value}";
        if (
            !string.Equals(request.Headers.Origin.ToString(), origin, StringComparison.OrdinalIgnoreCase)
            || request.Headers["Sec-Fetch-Site"].ToString() is not ("" or "same-origin")
        )
            return "Orders are taken from the console's own pages only.";

        return token.Refuse(request.Headers[TokenHeader].ToString());
    }

    private async Task PauseAsync(string by, string order, string reason, CancellationToken cancellationToken)
    {
        if (NextRefusal() is not { } pause)
            return;

        try
        {
            logger.OrderRefused(by, order, reason);
            await Task.Delay(pause, time, cancellationToken);
        }
        finally
        {
            if (Leave() is > 0 and var others)
                logger.OrderRefused(by, order, $"{others} others like it were refused at once");
        }
    }

    // How many were refused at once since this was said for the last time.
    private long Leave()
    {
        lock (_gate)
        {
            _waiting--;
            var others = _refusedAtOnce;
            _refusedAtOnce = 0;
            return others;
        }
    }

    // One after the other; null where enough wait.
    private TimeSpan? NextRefusal()
    {
        lock (_gate)
        {
            if (_waiting >= MostWaiting)
            {
                _refusedAtOnce++;
                return null;
            }

            _waiting++;
            var now = time.GetElapsedTime(_start);
            // A client that hangs up does not free its turn, so turns are bounded: those left behind must not add up.
            var left = _refused - now;
            var turn = Math.Clamp(left.TotalSeconds, 0, MostWaiting * RefusalPause.TotalSeconds);
            _refused = now + TimeSpan.FromSeconds(turn) + RefusalPause;
            return _refused - now;
        }
    }
}

/// <summary>What can be ordered from a page, and by which word.</summary>
internal static class OrderKinds
{
    /// <summary>What a path below the target's pages begins with.</summary>
    public const string Path = "orders/";

    private const string Approve = Path + "approve/";

    /// <summary>The order of a path below the target's pages; null for none.</summary>
    public static StatusQuestion? Find(string view) =>
        view switch
        {
            Path + "pause" => new StatusQuestion(StatusQuestionKind.Pause),
            Path + "resume" => new StatusQuestion(StatusQuestionKind.Resume),
            Path + "reload" => new StatusQuestion(StatusQuestionKind.Reload),
            Path + "reload_previous" => new StatusQuestion(StatusQuestionKind.ReloadPrevious),
            _ when view.StartsWith(Approve, StringComparison.Ordinal) => new StatusQuestion(StatusQuestionKind.Approve)
            {
                Revision = view[Approve.Length..],
            },
            _ => null,
        };
}
