using RgPolicy.Dbms.PostgreSql.Poll;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.PostgreSql.Poll;

public sealed class WaitingOperatorTests
{
    [Theory]
    [InlineData("Sort", PlanShape.Sort)]
    [InlineData("Incremental Sort", PlanShape.Sort)]
    [InlineData("Hash Join", PlanShape.Join)]
    [InlineData("Partial HashAggregate", PlanShape.Aggregation)]
    [InlineData("MixedAggregate", null)]
    [InlineData("Hash Join,Aggregate", null)]
    [InlineData("Hash Join,GroupAggregate", null)]
    [InlineData("Sort,MixedAggregate", null)]
    [InlineData("Hash Join,Partial Aggregate,Finalize Aggregate", PlanShape.Join)]
    [InlineData("Sort,Partial GroupAggregate,Finalize GroupAggregate", PlanShape.Sort)]
    [InlineData("WindowAgg", PlanShape.Aggregation)]
    [InlineData("Hash Join,Hash Join", PlanShape.Join)]
    [InlineData("Sort,Hash Join", null)]
    [InlineData("Hash Join,HashAggregate", null)]
    [InlineData("Sort,Materialize", null)]
    [InlineData("Sort,Function Scan", null)]
    [InlineData("Merge Join,GroupAggregate", null)]
    [InlineData("", null)]
    public void WorkOf_TemporaryFile_IsTheOnlyKindOfOperatorThatWritesOne(string operators, PlanShape? expected) =>
        Assert.Equal(expected, WaitingOperator.WorkOf(WorkWait.TemporaryFile, Plan(operators)));

    [Fact]
    public void WorkOf_TemporaryFileWithoutAPlan_IsNotTold() =>
        Assert.Null(WaitingOperator.WorkOf(WorkWait.TemporaryFile, PlanFacts.Pending));

    [Fact]
    public void WorkOf_SharedHash_IsAJoinWhateverThePlan()
    {
        Assert.Equal(PlanShape.Join, WaitingOperator.WorkOf(WorkWait.SharedHash, PlanFacts.Pending));
        Assert.Equal(PlanShape.Join, WaitingOperator.WorkOf(WorkWait.SharedHash, Plan("Sort")));
    }

    private static PlanFacts Plan(string operators) =>
        PlanFacts.Known(
            new PlanProfile
            {
                Shape = PlanShape.Join,
                Operators =
                [
                    .. operators
                        .Split(',')
                        .Prepend("Seq Scan")
                        .Select(
                            (name, at) =>
                                new PlanOperator(
                                    at,
                                    null,
                                    name,
                                    FamilyOf(name),
                                    Figure.Unknown,
                                    Figure.Unknown,
                                    Figure.Unknown,
                                    Figure.Unknown,
                                    0
                                )
                        ),
                ],
            },
            "test"
        );

    private static OperatorFamily FamilyOf(string name) =>
        name switch
        {
            "Seq Scan" => OperatorFamily.Scan,
            "Materialize" => OperatorFamily.Spool,
            _ when name.EndsWith("Sort", StringComparison.Ordinal) => OperatorFamily.Sort,
            _ when name.EndsWith("Join", StringComparison.Ordinal) => OperatorFamily.Join,
            "WindowAgg" => OperatorFamily.Aggregate,
            _ when name.EndsWith("Aggregate", StringComparison.Ordinal) => OperatorFamily.Aggregate,
            _ => OperatorFamily.Other,
        };
}
