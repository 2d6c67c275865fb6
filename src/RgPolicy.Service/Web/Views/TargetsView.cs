using RgPolicy.Service.Web.Html;

namespace RgPolicy.Service.Web.Views;

/// <summary>All targets of a service, each with a line and a link.</summary>
internal static class TargetsView
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    public static async Task WriteAsync(
        IBufferWriter<byte> output,
        IReadOnlyList<SiteTarget> targets,
        CancellationToken cancellationToken
    )
    {
        var lines = await Task.WhenAll(targets.Select(target => LineAsync(target, cancellationToken)));
        var page = PageFrame.Begin(output, PagePlace.List, "Targets").Markup("<section id=\"targets\"><dl>\n");
        foreach (var (target, line) in targets.Zip(lines))
        {
            // A target's name is made of letters, digits, - and _: it needs no escape in a path.
            page.Markup($"<dt><a href=\"/targets/{target.Name}/\">")
                .Text(target.Name)
                .Markup("</a></dt><dd>")
                .Text(line)
                .Markup("</dd>\n");
        }

        page.Markup("</dl></section>\n").End();
    }

    private static async Task<string> LineAsync(SiteTarget target, CancellationToken cancellationToken)
    {
        using var late = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        late.CancelAfter(Patience);
        try
        {
            return (await target.Broker.LookAsync(late.Token)).View.Line;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return "does not answer";
        }
    }
}
