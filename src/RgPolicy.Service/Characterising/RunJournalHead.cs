using System.Collections.Immutable;
using System.Text.Json.Serialization;

namespace RgPolicy.Service.Characterising;

/// <summary>Of what the runs of a journal are: runs of something else are never put beside them.</summary>
/// <param name="Schema"><c>rgp/characterise_runs/1</c>.</param>
/// <param name="Workload">The workload's hash.</param>
/// <param name="Server">The connection without any secret.</param>
/// <param name="Version">The server's version.</param>
/// <param name="Seed">Draws the order.</param>
/// <param name="Repeats">Runs of each cell.</param>
/// <param name="Sweeps">Such as <c>maxdop=1,2,4</c>.</param>
/// <param name="Clients">Clients at the same time; null for one, as before there were several.</param>
public sealed record RunJournalHead(
    string Schema,
    string Workload,
    string Server,
    string Version,
    int Seed,
    int Repeats,
    ImmutableArray<string> Sweeps,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Clients = null
)
{
    /// <summary>The present form.</summary>
    public const string CurrentSchema = "rgp/characterise_runs/1";
}
