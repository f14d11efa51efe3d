/** A number that may change while the loop runs: entry `at` of p is the number less `zero`. */
export interface ParameterData {
    name: string;
    label: string;
    group: string;
    unit: string;
    at: number;
    value: number;
    low: number;
    high: number;
    zero: number;
    /** Place in q, for a target of a joint. */
    coordinate: number | null;
}
/** A body that may be pushed: six entries of p from `at` on, the force [N] in world axes, then its point [m] in the
 *  frame of the body. The force keeps its direction in the world, and its point moves with the body. */
export interface LinkData {
    name: string;
    body: number;
    at: number;
}
/** A velocity coordinate that may be pushed: entry `at` of p is an effort. */
export interface EffortData {
    name: string;
    unit: string;
    at: number;
}
export interface StateData {
    name: string;
    unit: string;
}
/** Names and places of everything in a module, as `LoopModule.about` gives them. */
export interface LoopData {
    name: string;
    nq: number;
    nv: number;
    /** Number of the first entries of p that a sampled controller changes: its memory. */
    changing: number;
    states: StateData[];
    parameters: ParameterData[];
    links: LinkData[];
    efforts: EffortData[];
    outputs: StateData[];
    solver: string;
    /** Length of a step [s]; steps are shorter where instants of a controller or of a push cut them. */
    step: number;
    /** Control period of a sampled controller [s]. */
    period: number | null;
    start: number[];
    memory: {
        at: number;
        places: Record<string, [number, number]>;
        marks: string[];
        start: Record<string, (number | null)[]>;
    };
}
/** Why the last call of `step` has taken fewer steps than it was asked for. */
export type Stop = "" | "not finite" | "out of bounds" | "too many events" | "controller not finite";
/** A closed loop that goes on step by step. */
export declare class Loop {
    readonly data: LoopData;
    private readonly code;
    /** The state, q first: a view of the memory. */
    readonly x: Float64Array;
    /** All parameters: a view of the memory. A change acts from the next step on. */
    readonly p: Float64Array;
    /** Bounds of the state, where a run stops: views of the memory. */
    readonly lower: Float64Array;
    readonly upper: Float64Array;
    private readonly block;
    private readonly marks;
    private readonly row;
    private readonly first;
    private constructor();
    /** Returns a loop at the start of its scenario. */
    static make(data: LoopData, code: BufferSource): Promise<Loop>;
    private part;
    private mark;
    /** The time [s]. */
    get t(): number;
    /** Why the last steps ended early; empty if they did not. */
    get stopped(): Stop;
    /** Takes n steps and returns how many it has taken: fewer where the state is not finite or leaves its bounds. */
    step(n: number): number;
    /** Takes steps up to the first one at or after the time t [s], and returns how many it has taken. */
    until(t: number): number;
    /** Returns the values of `data.outputs` at the present state and parameters: a view that the next call changes. */
    outputs(): Float64Array;
    /** Returns a live number by its data. */
    get(parameter: ParameterData): number;
    /** Changes a live number. */
    set(parameter: ParameterData, value: number): void;
    /** Pushes a body with a force [N] in world axes at a point [m] of its frame; other pushes stay. */
    push(link: LinkData, force: ArrayLike<number>, point?: ArrayLike<number>): void;
    /** Takes all pushes away. */
    release(): void;
    /** Begins a run at t [s] in a state x; `p` may give parameters, with the memory of a sampled controller first. */
    begin(t: number, x: ArrayLike<number>, p?: ArrayLike<number>): void;
    /** Returns everything that the motion depends on, the memory of sampled controllers and random numbers included. */
    save(): Float64Array;
    /** Goes back to what `save` returned, of this loop or another one with the same data. */
    restore(saved: Float64Array): void;
    /** Goes back to the start of the scenario. */
    reset(): void;
}
