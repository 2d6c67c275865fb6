using System.Text.Json;
using RgPolicy.Dbms.SqlServer.Compile;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>The values of a new object of Resource Governor of which its statement says nothing.</summary>
public static class GovernorDefaults
{
    private static readonly JsonElement Pool = JsonSerializer.SerializeToElement(
        new ResourcePoolSpec(""),
        GovernorJson.Default.ResourcePoolSpec
    );

    private static readonly JsonElement Group = JsonSerializer.SerializeToElement(
        new WorkloadGroupSpec("", ""),
        GovernorJson.Default.WorkloadGroupSpec
    );

    /// <summary>Of a kind of objects, as plans show them; null of other kinds.</summary>
    public static JsonElement? Of(string kind) =>
        kind switch
        {
            GovernorKinds.ResourcePool => Pool,
            GovernorKinds.WorkloadGroup => Group,
            _ => null,
        };
}
