using System.Collections.Concurrent;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace RgPolicy.Service.Tests.Metrics.Otlp;

/// <summary>A collector that keeps what it was sent.</summary>
internal sealed class ScriptedCollector : IAsyncDisposable
{
    // Before a message in gRPC: whether it is compressed, and its length.
    private const int GrpcHead = 5;

    private readonly WebApplication _application;

    private ScriptedCollector(WebApplication application) => _application = application;

    public Uri Address => new(_application.Urls.First());

    /// <summary>Answers that it is overloaded.</summary>
    public volatile bool IsRefusing;

    public ConcurrentQueue<(string Path, IReadOnlyList<SentMetric> Metrics)> Received { get; } = new();

    public static async Task<ScriptedCollector> StartAsync(HttpProtocols protocol)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel =>
            kestrel.Listen(System.Net.IPAddress.Loopback, 0, listen => listen.Protocols = protocol)
        );
        var collector = new ScriptedCollector(builder.Build());
        collector._application.Run(collector.TakeAsync);
        await collector._application.StartAsync();
        return collector;
    }

    public ValueTask DisposeAsync() => _application.DisposeAsync();

    private async Task TakeAsync(HttpContext context)
    {
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body);
        if (IsRefusing)
        {
            context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
            return;
        }

        var isGrpc = context.Request.Protocol == HttpProtocol.Http2;
        Received.Enqueue((context.Request.Path, SentMetric.Read(body.ToArray().AsSpan(isGrpc ? GrpcHead : 0))));
        context.Response.ContentType = isGrpc ? "application/grpc" : "application/x-protobuf";
        if (!isGrpc)
            return;
        await context.Response.Body.WriteAsync(new byte[GrpcHead]);
        context.Response.AppendTrailer("grpc-status", "0");
    }
}
