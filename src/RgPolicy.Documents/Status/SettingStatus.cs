using System.Text.Json.Serialization;

namespace RgPolicy.Documents.Status;

/// <summary>What becomes of a setting of a pool.</summary>
/// <param name="Name">Such as <c>cpu weight</c>.</param>
/// <param name="Requested">As the policy has it.</param>
/// <param name="Effective">What it comes to; null for nothing.</param>
/// <param name="Effect">When it works: <c>running</c>, <c>new_requests</c>, <c>none</c> and others.</param>
/// <param name="Reason">How, or why not.</param>
public sealed record SettingStatus(string? Name, string? Requested, string? Effective, string? Effect, string? Reason)
{
    /// <summary>What of it is in force, as it was read back; null for nothing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? InForce { get; init; }
}
