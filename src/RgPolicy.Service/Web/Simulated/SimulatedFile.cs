using System.Text.Json;
using RgPolicy.Dbms.Files;
using RgPolicy.Documents.Simulate;

namespace RgPolicy.Service.Web.Simulated;

/// <summary>The file of a simulation, read anew for each page: another one may have been put in its place.</summary>
/// <param name="path">What <c>rgp simulate --output json</c> has printed.</param>
internal sealed class SimulatedFile(string path)
{
    private const int MostBytes = 16 << 20;

    /// <summary>The simulation, or why there is none.</summary>
    public (SimulateDocument? Document, string? Problem) Read()
    {
        try
        {
            using var json = JsonDocument.Parse(BoundedFile.Read(path, MostBytes));
            return DocumentFormat.Read(json.RootElement, DocumentFormat.Simulate) is { Schema: "rgp/simulate/1" } known
                ? (known, null)
                : (
                    null,
                    $"{path} is not a simulation: rgp simulate POLICY --profile NAME --mix day.rgrec --output json writes one."
                );
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or JsonException)
        {
            return (null, failure.Message);
        }
    }
}

/// <summary>How long executions of a class take by a simulation, in the mean.</summary>
internal sealed record SimulatedClass(string Name, double FreeSeconds, double GovernedSeconds)
{
    /// <summary>The classes of a simulation's first policy of which something was done in both runs.</summary>
    public static IReadOnlyList<SimulatedClass> Of(SimulateDocument document)
    {
        var governed = Queries(document.Policies.OrEmpty().FirstOrDefault());
        return
        [
            .. governed
                .Zip(Queries(document.Ungoverned), (with, without) => (Class: with.Class ?? "", with, without))
                .Where(each => each.Class.Length > 0)
                .GroupBy(each => each.Class, StringComparer.Ordinal)
                .Select(group =>
                    (
                        group.Key,
                        Free: Mean(group.Select(each => each.without)),
                        With: Mean(group.Select(each => each.with))
                    )
                )
                .Where(each =>
                    each is { Free: > 0 and < double.PositiveInfinity, With: > 0 and < double.PositiveInfinity }
                )
                .Select(each => new SimulatedClass(each.Key, each.Free, each.With)),
        ];
    }

    private static IEnumerable<SimulatedQuery> Queries(SimulatedRun? run) => run?.Queries.OrEmpty() ?? [];

    private static double Mean(IEnumerable<SimulatedQuery> queries)
    {
        var known = queries.Select(Weighed).Where(each => each is { Count: > 0, Seconds: > 0 }).ToList();
        var count = known.Sum(each => each.Count);
        return count > 0 ? known.Sum(each => each.Count * each.Seconds) / count : 0;
    }

    // Files of earlier versions know ended executions only.
    private static (double Count, double Seconds) Weighed(SimulatedQuery query) =>
        query is { Executions: { } all, ResponseSeconds: { } response }
            ? (all, response)
            : (query.Finished ?? 0, query.MeanSeconds ?? 0);
}
