using System.Text.Json;

namespace RgPolicy.Service.Web;

/// <summary>All targets of a service, each with a line and a link.</summary>
internal static class TargetsPage
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    public static async Task<byte[]> WriteAsync(IReadOnlyList<TargetAnswers> targets, CancellationToken cancellationToken)
    {
        var lines = await Task.WhenAll(targets.Select(target => LineAsync(target, cancellationToken)));
        var page = PageFrame.Begin("RgPolicy").Markup("<dl>\n");
        foreach (var (target, line) in targets.Zip(lines))
        {
            // A target's name is made of letters, digits, - and _: it needs no escape in a path.
            page.Markup($"<dt><a href=\"/targets/{target.Name}/\">").Text(target.Name).Markup("</a></dt><dd>").Text(line).Markup("</dd>\n");
        }

        return page.Markup("</dl>\n").End();
    }

    private static async Task<string> LineAsync(TargetAnswers target, CancellationToken cancellationToken)
    {
        using var late = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        late.CancelAfter(Patience);
        try
        {
            using var status = JsonDocument.Parse(await target.Status.GetAsync(late.Token));
            return Describe(status.RootElement);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return "does not answer";
        }
    }

    private static string Describe(JsonElement status)
    {
        if (status.TryGetProperty("error", out var error))
        {
            return error.GetString() ?? "";
        }

        var target = status.GetProperty("target");
        var state = target.GetProperty("is_lost").GetBoolean() ? $"lost: {Field.Text(target, "error")}"
            : status.GetProperty("paused").ValueKind == JsonValueKind.Object ? "paused"
            : status.GetProperty("policy_error").ValueKind == JsonValueKind.String ? "the last policy was rejected"
            : $"{status.GetProperty("queries").GetArrayLength()} queries run";
        return $"{Field.Text(target, "connection")} ({Field.Text(target, "kind")} {Field.Text(target, "version")}), level {Field.Text(status, "level")}: {state}";
    }
}
