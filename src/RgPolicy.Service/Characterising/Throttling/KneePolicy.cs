using RgPolicy.Language.Formatting;

namespace RgPolicy.Service.Characterising.Throttling;

/// <summary>
/// Writes a policy that gives statements no more than is surely enough for 95 % of their best. What has no knee, or a
/// knee that is not sure, keeps everything.
/// </summary>
public static class KneePolicy
{
    /// <summary>The policy's file.</summary>
    public const string FileName = "policy.rgp";

    /// <summary>The policy, formatted.</summary>
    /// <param name="request">What was measured, and for what server.</param>
    public static string Write(KneePolicyRequest request)
    {
        ArgumentNullException.ThrowIfNull(request);
        var reader = new NeedReader(request);
        var needs = reader.Read();
        var text = new KneePolicyDraft(request, needs, [.. reader.Reasons]).Write();
        return PolicyFormatter.Format(text, FileName).Text ?? text;
    }
}
