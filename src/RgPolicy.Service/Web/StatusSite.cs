using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using RgPolicy.Service.Minutes;
using RgPolicy.Service.Status.Answers;
using RgPolicy.Service.Web.Orders;

namespace RgPolicy.Service.Web;

/// <summary>Serves the status page, the metrics and the status document over HTTP, and takes orders with a token. They
/// are made of what each loop shows four times a second, once for all requests.</summary>
internal sealed class StatusSite : IAsyncDisposable
{
    private const int MostConnections = 64;

    // Of one peer, so that there is room for others. Beyond both the server itself says no, which ours
    // should never let it come to.
    private const int MostOfOnePeer = 32;
    private const int MostAtAll = 4 * MostConnections;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    // A large policy is read for some seconds.
    private static readonly TimeSpan OrderPatience = TimeSpan.FromSeconds(60);

    private readonly WebApplication _application;
    private readonly ListenAddress _address;
    private readonly SiteContent _content;
    private readonly OrderBroker _orders;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly AnswerPace _pace;
    private readonly OpenConnections _open;
    private readonly CancellationTokenSource _ending = new();

    private StatusSite(
        WebApplication application,
        OpenConnections open,
        ListenAddress address,
        SiteContent content,
        OrderBroker orders,
        TimeProvider time,
        ILogger logger
    )
    {
        _logger = logger;
        (_application, _open, _address, _content, _orders, _time, _pace) = (
            application,
            open,
            address,
            content,
            orders,
            time,
            new AnswerPace(time)
        );
        application.Run(AnswerAsync);
    }

    /// <summary>Where it is served, with the port that the system chose.</summary>
    public Uri Address => new(_application.Urls.First());

    /// <summary>Starts serving.</summary>
    /// <param name="address">Where.</param>
    /// <param name="targets">At least one loop.</param>
    /// <param name="time">The clock.</param>
    /// <param name="logger">Takes where it is served, and faults.</param>
    /// <param name="minutes">What is kept of each loop, by its name.</param>
    /// <param name="tokenFile">The file of the token that orders need; null takes none.</param>
    /// <exception cref="IOException">The address cannot be had; a <see cref="System.Net.Sockets.SocketException"/> says
    /// the same.</exception>
    public static async Task<StatusSite> StartAsync(
        ListenAddress address,
        IReadOnlyList<SiteTarget> targets,
        TimeProvider time,
        ILogger logger,
        IReadOnlyDictionary<string, MinuteStore>? minutes = null,
        string? tokenFile = null
    )
    {
        var open = new OpenConnections(MostConnections, MostOfOnePeer);
        var orders = new OrderBroker(tokenFile is null ? null : new OrderToken(tokenFile), time, logger);
        var site = new StatusSite(
            Build(address, open),
            open,
            address,
            new SiteContent(targets, minutes, time, orders.TakesOrders),
            orders,
            time,
            logger
        );
        try
        {
            await site._application.StartAsync();
            logger.PageServed(site.Address.ToString());
            return site;
        }
        catch
        {
            await site.DisposeAsync();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync();
        await _application.DisposeAsync();
        _ending.Dispose();
    }

    private static WebApplication Build(ListenAddress address, OpenConnections open)
    {
        var builder = WebApplication.CreateSlimBuilder(new WebApplicationOptions { Args = [] });
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Limits.MaxConcurrentConnections = MostAtAll;
            kestrel.Limits.MaxRequestBodySize = 0;
            kestrel.Limits.RequestHeadersTimeout = Patience;
            kestrel.Listen(
                address.Endpoint,
                listen =>
                {
                    listen.Protocols = HttpProtocols.Http1;
                    listen.Use(next => connection => HoldAsync(open, connection, next));
                }
            );
        });
        return builder.Build();
    }

    private static async Task HoldAsync(OpenConnections open, ConnectionContext connection, ConnectionDelegate next)
    {
        var tooMany = open.Add(
            connection.ConnectionId,
            (connection.RemoteEndPoint as IPEndPoint)?.Address,
            connection.Abort
        );
        tooMany?.Invoke();
        try
        {
            await next(connection);
        }
        finally
        {
            open.Remove(connection.ConnectionId);
        }
    }

    private async Task AnswerAsync(HttpContext context)
    {
        _open.Mark(context.Connection.Id, isAsking: true);
        try
        {
            await JudgeAsync(context);
        }
        catch (Exception fault) when (IsOfRgPolicy(fault) && !context.Response.HasStarted)
        {
            _logger.AnswerFailed(context.Request.Path.Value ?? "/", fault);
            await RefuseAsync(
                context,
                StatusCodes.Status500InternalServerError,
                "The answer could not be made, which is a fault of RgPolicy: see the service's log."
            );
        }
        finally
        {
            _open.Mark(context.Connection.Id, isAsking: false);
        }
    }

    /// <summary>What clients and networks do is none.</summary>
    private static bool IsOfRgPolicy(Exception fault) => fault is not (OperationCanceledException or IOException);

    private Task JudgeAsync(HttpContext context)
    {
        if (!_address.Accepts(context.Request.Host.Host))
        {
            return RefuseAsync(
                context,
                StatusCodes.Status421MisdirectedRequest,
                "This page is served to this host's own names only."
            );
        }

        if (
            HttpMethods.IsPost(context.Request.Method)
            && _content.FindOrder(context.Request.Path.Value ?? "") is { } order
        )
            return OrderAsync(context, order.Target, order.Order);

        if (!HttpMethods.IsGet(context.Request.Method) && !HttpMethods.IsHead(context.Request.Method))
            return RefuseAsync(context, StatusCodes.Status405MethodNotAllowed, "Only GET, and POST for orders.");

        return AnswerAsync(context, context.Request.Path.Value ?? "/");
    }

    private async Task OrderAsync(HttpContext context, SiteTarget target, StatusQuestion order)
    {
        using var late = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted);
        late.CancelAfter(OrderPatience);
        try
        {
            var (code, document) = await _orders.TakeAsync(context, target, order, late.Token);
            context.Response.StatusCode = code;
            var content = new PieceBuffer();
            content.Write(document);
            await SendAsync(context, "application/json", content);
        }
        catch (OperationCanceledException) when (!context.RequestAborted.IsCancellationRequested)
        {
            await RefuseAsync(
                context,
                StatusCodes.Status503ServiceUnavailable,
                "The service is busy: its loop has not obeyed for 60 s."
            );
        }
    }

    private async Task AnswerAsync(HttpContext context, string path)
    {
        using var late = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted);
        late.CancelAfter(Patience);
        try
        {
            if (_pace.Next() is { Ticks: > 0 } wait)
                await Task.Delay(wait, _time, late.Token);

            if (await _content.FindAsync(path, late.Token) is not { } found)
            {
                await RefuseAsync(
                    context,
                    StatusCodes.Status404NotFound,
                    "There is /, /effect, /policy, /host, /past, /audit, /why/QUERY, /api/v1/status and "
                        + "/metrics; with several targets "
                        + "/targets/NAME/ with the same pages and /api/v1/targets/NAME/status."
                );
                return;
            }

            using var answer = found.Answer;
            await SendAsync(context, found.Type, answer.Content);
        }
        catch (OperationCanceledException) when (!context.RequestAborted.IsCancellationRequested)
        {
            await RefuseAsync(
                context,
                StatusCodes.Status503ServiceUnavailable,
                "The service is busy: its loop, or the disk with its minutes, has not answered for 5 s."
            );
        }
    }

    private static Task RefuseAsync(HttpContext context, int code, string reason)
    {
        context.Response.StatusCode = code;
        var content = new PieceBuffer();
        content.Write(System.Text.Encoding.UTF8.GetBytes(reason + "\n"));
        return SendAsync(context, "text/plain; charset=utf-8", content);
    }

    private static async Task SendAsync(HttpContext context, string type, PieceBuffer content)
    {
        var headers = context.Response.Headers;
        headers.ContentSecurityPolicy =
            "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; "
            + "base-uri 'none'; form-action 'none'";
        headers.XContentTypeOptions = "nosniff";
        headers["Referrer-Policy"] = "no-referrer";
        headers.CacheControl = "no-store";
        context.Response.ContentType = type;
        context.Response.ContentLength = content.Length;
        if (!HttpMethods.IsHead(context.Request.Method))
        {
            foreach (var piece in content.Pieces)
                await context.Response.Body.WriteAsync(piece, context.RequestAborted);
        }
    }
}
