using System.Collections.Immutable;
using RgPolicy.Engine.Workloads;

namespace RgPolicy.Service.Suggesting;

/// <summary>A policy for what a server was seen to run.</summary>
/// <param name="Text">The policy, formatted; null where there is a problem.</param>
/// <param name="Problem">Why there is none: the objective cannot be used.</param>
/// <param name="Classes">Its classes, from the top, without the default.</param>
/// <param name="Unknown">What it does not narrow because too little is known, the longest first.</param>
/// <param name="Ungoverned">What was left where it is because it is over soon or seldom.</param>
public sealed record Suggestion(
    string? Text,
    string? Problem,
    ImmutableArray<SuggestedClass> Classes,
    ImmutableArray<UnknownWork> Unknown,
    ImmutableArray<StatementGroup> Ungoverned
);
