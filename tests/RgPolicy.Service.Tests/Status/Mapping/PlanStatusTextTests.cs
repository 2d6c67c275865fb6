using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Service.Tests.Status.Mapping;

public sealed class PlanStatusTextTests
{
    private const string Rule = "rule r, line 3: move to slow";

    [Theory]
    [InlineData("", "no plan: it runs a procedure")]
    [InlineData(Rule, Rule + "; no plan: it runs a procedure")]
    public void Note_NoPlanCanBeHad_SaysWhyBesideWhatBecameOfTheQuery(string note, string expected) =>
        Assert.Equal(expected, NoteOf(note, PlanFacts.Absent("it runs a procedure")));

    [Theory]
    [InlineData("", "unknown plan: it shows no table")]
    [InlineData(Rule, Rule + "; unknown plan: it shows no table")]
    public void Note_PlanTellsNothing_SaysWhyBesideWhatBecameOfTheQuery(string note, string expected) =>
        Assert.Equal(expected, NoteOf(note, Plan(PlanShape.Unknown, "it shows no table")));

    [Theory]
    [InlineData("")]
    [InlineData(Rule)]
    public void Note_PlanTellsItsShape_SaysNothingOfThePlan(string note) =>
        Assert.Equal(note, NoteOf(note, Plan(PlanShape.Scan, "it reads all of sales")));

    [Fact]
    public void Note_PlanIsStillToCome_SaysNothing() => Assert.Equal("", NoteOf("", PlanFacts.Pending));

    private static PlanFacts Plan(PlanShape shape, string reason) =>
        PlanFacts.Known(new PlanProfile { Shape = shape, Reason = reason }, "re-explain");

    private static string NoteOf(string note, PlanFacts plan) =>
        PlanStatusText.Note(
            new GovernedQuery(
                new ObservedQuery
                {
                    ProcessId = 10,
                    Started = DateTimeOffset.UnixEpoch,
                    Session = new SessionFacts("app", "app", "", "shop", false),
                    Plan = plan,
                },
                default,
                PoolNumber: 0,
                note
            )
        );
}
