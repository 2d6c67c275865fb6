using System.Text.Encodings.Web;
using RgPolicy.Dbms.SqlServer.Compile;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>All that a plan depends on, as <c>rgp facts</c> keeps it: with it plans are made where the
/// server cannot be reached.</summary>
internal sealed record SavedServer
{
    public const string CurrentSchema = "rgp/facts/1";

    private static readonly SavedServerJson Json = new(
        new JsonSerializerOptions(SavedServerJson.Default.Options)
        {
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        }
    );

    public required string Schema { get; init; }
    public required DateTimeOffset ReadAt { get; init; }

    /// <summary>The connection, without any secret.</summary>
    public required string Target { get; init; }

    public required string Name { get; init; }
    public required SqlServerFacts Facts { get; init; }
    public required SqlServerHost Host { get; init; }
    public required GovernorState State { get; init; }

    public string Write() => JsonSerializer.Serialize(this, Json.SavedServer) + "\n";

    /// <summary>Reads a document; null where it is none, or none of this version.</summary>
    public static SavedServer? Read(string json)
    {
        try
        {
            return
                JsonSerializer.Deserialize(json, Json.SavedServer) is { Schema: CurrentSchema } saved
                && SavedServerCheck.IsSound(saved)
                ? saved
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    UseStringEnumConverter = true,
    WriteIndented = true,
    IgnoreReadOnlyProperties = true
)]
[JsonSerializable(typeof(SavedServer))]
internal sealed partial class SavedServerJson : JsonSerializerContext;

/// <summary>Tells whether saved facts are such as a server gives. The file may have been damaged or edited, and what is
/// in it gets into statements.</summary>
internal static class SavedServerCheck
{
    private const int Whole = 100;
    private const int MostCpus = 65_536;
    private const int MostSockets = 1024;

    /// <summary>True where nothing is missing, and no number or name is one that no server gives.</summary>
    public static bool IsSound(SavedServer saved) =>
        IsText(saved.Target)
        && IsText(saved.Name)
        && IsSound(saved.Facts)
        && IsSound(saved.Host)
        && IsSound(saved.State);

    private static bool IsSound(SqlServerFacts? facts) =>
        facts is { Version.IsDefaultOrEmpty: false, QuotaCpus: null or (> 0 and < MostCpus), MaxDop: >= 0 }
        && facts.Version.All(part => part >= 0)
        && IsText(facts.Edition)
        && IsText(facts.ReportedVersion)
        && AreCpus(facts.Schedulers)
        && AreCpus(facts.Cpus);

    private static bool IsSound(SqlServerHost? host) =>
        host is { Sockets: > 0 and <= MostSockets, NumaNodes.IsDefault: false }
        && IsText(host.OperatingSystem)
        && host.NumaNodes.All(AreCpus);

    private static bool IsSound(GovernorState? state) =>
        state is { Pools.IsDefault: false, Groups.IsDefault: false, Functions.IsDefault: false }
        && state.Pools.All(IsSound)
        && state.Groups.All(IsSound)
        && state.Functions.All(IsSound)
        && (state.Classifier is null || IsSound(state.Classifier));

    private static bool IsSound(ResourcePoolSpec? pool) =>
        pool
            is {
                MinCpuPercent: >= 0 and <= Whole,
                MaxCpuPercent: >= 0 and <= Whole,
                CapCpuPercent: >= 0 and <= Whole,
                MinMemoryPercent: >= 0 and <= Whole,
                MaxMemoryPercent: >= 0 and <= Whole,
                MinIopsPerVolume: >= 0,
                MaxIopsPerVolume: >= 0,
                Schedulers: not null
            }
        && IsText(pool.Name)
        && (pool.Schedulers.Length == 0 || CpuRanges.Parse(pool.Schedulers) is { } cpus && AreCpus(cpus));

    private static bool IsSound(WorkloadGroupSpec? group) =>
        group
            is {
                RequestMaxMemoryGrantPercent: >= 0 and <= Whole,
                RequestMaxCpuTimeSec: >= 0,
                RequestMemoryGrantTimeoutSec: >= 0,
                MaxDop: >= 0,
                GroupMaxRequests: >= 0
            }
        && Enum.IsDefined(group.Importance)
        && IsText(group.Name)
        && IsText(group.Pool);

    private static bool IsSound(ClassifierFunction? function) =>
        function is not null && IsText(function.Definition) && IsText(function.Schema) && IsText(function.Name);

    /// <summary>A name of others may have line breaks; none can have a null character.</summary>
    private static bool IsText(string? text) => text?.Contains('\0', StringComparison.Ordinal) == false;

    private static bool AreCpus(ImmutableArray<int> numbers) =>
        numbers is { IsDefault: false, Length: <= MostCpus } && numbers.All(number => number is >= 0 and < MostCpus);
}
