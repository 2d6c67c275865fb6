using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Tests.Observe;

/// <summary>Plans that promise little, held against what their executions use.</summary>
public sealed class PlanUseTests
{
    private static readonly PlanOperator Operator = new(
        0,
        null,
        "Seq Scan",
        OperatorFamily.Scan,
        Figure.Unknown,
        Figure.Unknown,
        Figure.Unknown,
        Figure.Unknown,
        1
    );

    [Theory]
    [InlineData(PlanShape.Oltp, 20, 0, 0.9, PlanShape.Oltp)]
    [InlineData(PlanShape.Oltp, 20, 0, 1.0, PlanShape.Unknown)]
    [InlineData(PlanShape.Oltp, 2000, 0, 1.0, PlanShape.Unknown)]
    [InlineData(PlanShape.Utility, 1, 0, 5, PlanShape.Unknown)]
    [InlineData(PlanShape.Scan, 20, 1000, 5, PlanShape.Scan)]
    [InlineData(PlanShape.Scan, 3e6, 3e9, 1e6, PlanShape.Scan)]
    [InlineData(PlanShape.Unknown, 20, 0, 5, PlanShape.Unknown)]
    public void Judge_Use_TakesBackOnlyWhatPromisesLittle(
        PlanShape shape,
        double rows,
        double streamed,
        double seconds,
        PlanShape expected
    )
    {
        var plan = PlanUse.Judge(Query(shape, rows, streamed), TimeSpan.FromSeconds(seconds));

        Assert.Equal((PlanState.Known, expected), (plan.State, plan.Profile!.Shape));
    }

    /// <summary>A class by figures holds no longer than one by the shape.</summary>
    [Theory]
    [InlineData(20, 0, 2, false)]
    [InlineData(20, 0, 0.5, true)]
    [InlineData(30_000, 0, 5, true)]
    [InlineData(30_000, 0, 7, false)]
    [InlineData(200_000, 0, 1e6, true)]
    [InlineData(20, 200_000_000, 1e6, true)]
    public void Judge_SmallScan_ItsFiguresAreNotKnownWhereTheyExplainNothing(
        double rows,
        double streamed,
        double seconds,
        bool isKnown
    )
    {
        var plan = PlanUse.Judge(Query(PlanShape.Scan, rows, streamed), TimeSpan.FromSeconds(seconds));

        Assert.Equal(isKnown, plan.Profile!.RowsTouched.Value is not null);
        Assert.Equal(isKnown, plan.Profile.StreamedBytes.Value is not null);
    }

    [Fact]
    public void IsExceeded_DrawnPlanAndMoreUse_StaysSo()
    {
        var random = new Random(11);
        for (var round = 0; round < CaseCount.FromEnvironment(20_000).Count; round++)
        {
            var shape = (PlanShape)random.Next(10);
            var query = Query(shape, Math.Exp(random.NextDouble() * 20), Math.Exp(random.NextDouble() * 30));
            var used = TimeSpan.FromSeconds(Math.Exp((random.NextDouble() * 12) - 4));
            var later = used * (1 + random.NextDouble());

            var isExceeded = PlanUse.IsExceeded(query, used);

            Assert.True(
                !isExceeded || (used >= PlanUse.Much && PlanUse.IsExceeded(query, later)),
                $"{query.Plan} {used}"
            );
            Assert.True(
                PlanUse.Judge(query, used).Profile!.Shape == shape || shape is PlanShape.Oltp or PlanShape.Utility,
                $"{query.Plan} {used}"
            );
        }
    }

    /// <summary>What is expected is provisional anyway, and what is absent promises nothing.</summary>
    [Theory]
    [InlineData(PlanState.Expected)]
    [InlineData(PlanState.Pending)]
    [InlineData(PlanState.Absent)]
    public void Judge_NotKnown_StaysAsItIs(object state)
    {
        var query = Query(PlanShape.Oltp, 1, 0);
        query = query with { Plan = query.Plan with { State = ((PlanState)state) } };

        Assert.Same(query.Plan, PlanUse.Judge(query, TimeSpan.FromHours(1)));
    }

    [Fact]
    public void Judge_KindAlone_IsTakenBackForTransactionControlOnly()
    {
        var utility = Scene.Query(10, Scene.Plan(PlanShape.Utility));
        var commit = utility with { Statement = utility.Statement! with { IsTransactionControl = true } };

        Assert.Equal(PlanShape.Utility, PlanUse.Judge(utility, TimeSpan.FromSeconds(9)).Profile!.Shape);
        Assert.Equal(PlanShape.Unknown, PlanUse.Judge(commit, TimeSpan.FromSeconds(9)).Profile!.Shape);
    }

    private static ObservedQuery Query(PlanShape shape, double rows, double streamed) =>
        Scene.Query(
            10,
            PlanFacts.Known(
                new PlanProfile
                {
                    Shape = shape,
                    RowsTouched = new Figure((decimal)rows, Provenance.Estimate),
                    StreamedBytes = new Figure((decimal)streamed, Provenance.Estimate),
                    Operators = [Operator],
                },
                "test"
            )
        );
}
