using RgPolicy.HtapBench.Measure;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>Pairs of runs of one mix.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Title">What it shows, for people.</param>
/// <param name="Mix">The loads.</param>
/// <param name="Targets">What it has to reach.</param>
/// <param name="SecondIsGoverned">False where ungoverned is compared with ungoverned.</param>
/// <param name="Tail">The metric that governing must never make worse.</param>
internal sealed record PairScenario(
    string Name,
    string Title,
    Mix Mix,
    IReadOnlyList<Target> Targets,
    bool SecondIsGoverned,
    Metric Tail
);
