using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests;

/// <summary>What all tables of running statements have in common.</summary>
public sealed class StatementTableTests
{
    private readonly Table _table = new();

    [Fact]
    public void Ordered_WhatAPollDidNotSee_HasEnded()
    {
        _table.Update(3, 1, 2);
        _table.Update(2, 4);

        Assert.Equal([2, 4], _table.Ordered.Select(row => row.BackendId));
        Assert.Null(_table.Find(1));
        Assert.Equal(2, _table.Find(2)?.SeenAt);
    }

    [Fact]
    public void HandOut_TheSameStatements_AreTheSameList()
    {
        _table.Update(1, 2, 3);
        var first = _table.HandOut([], Shown);
        var same = _table.HandOut(first, Shown);
        _table.Update(1, 3);
        var fewer = _table.HandOut(first, Shown);
        _table.Update(1, 3, 5);
        var more = _table.HandOut(fewer, Shown);

        Assert.Equal([1, 3], first.Select(query => query.ProcessId));
        Assert.True(first == same && first == fewer);
        Assert.Equal([1, 3, 5], more.Select(query => query.ProcessId));
        Assert.Same(first[1], more[1]);
    }

    [Fact]
    public void HandOut_StatementThatHasChanged_MakesAnotherList()
    {
        _table.Update(1, 3);
        var first = _table.HandOut([], Shown);
        _table.Find(3)!.Handed = null;

        var second = _table.HandOut(first, Shown);

        Assert.False(first == second);
        Assert.Same(first[0], second[0]);
    }

    // Those with even numbers are not shown.
    private static ObservedQuery? Shown(Row row) =>
        row.BackendId % 2 == 0
            ? null
            : row.Handed ??= new ObservedQuery
            {
                ProcessId = row.BackendId,
                Started = DateTimeOffset.UnixEpoch,
                Session = new SessionFacts("app", "", "", "shop", false),
                Statement = new StatementFacts(StatementKind.Select, "f", null, false),
                Plan = PlanFacts.Pending,
            };

    private sealed class Table : StatementTable<Row>
    {
        public void Update(params int[] backends)
        {
            Begin();
            foreach (var backend in backends)
            {
                if (!Running.TryGetValue(backend, out var row))
                    Running[backend] = row = new Row(backend);
                row.SeenAt = Poll;
            }

            End();
        }
    }

    private sealed class Row(int backend) : IRunning
    {
        public int BackendId => backend;

        public long SeenAt { get; set; }

        public ObservedQuery? Handed { get; set; }
    }
}
