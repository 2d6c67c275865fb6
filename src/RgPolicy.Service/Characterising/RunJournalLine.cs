using System.Collections.Immutable;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>One run in a journal.</summary>
/// <param name="Number">Its number in the plan.</param>
/// <param name="Times">What each statement took.</param>
internal sealed record RunJournalLine(int Number, ImmutableArray<StatementTime> Times);
