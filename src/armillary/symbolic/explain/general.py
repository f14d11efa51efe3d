r"""The general formulas of an explanation, with the sentences that lead to them. [Khatib, 5.3]

Centres of mass are p_C here: c is the cosine in formulas.
"""

from armillary.symbolic.printers.markdown import display

FRAMES = (
    "Every link that moves carries a frame. A vector $x_i$ in frame $i$ is, in the frame of its parent $p$,",
    display(r"x_p = R_{pi}\, x_i + r_{pi}"),
    "A revolute joint turns $R_{pi}$, a prismatic joint moves $r_{pi}$. Frame 0 is the world.",
)

JACOBIANS = (
    "Part $k$, on frame $i$, has its centre of mass at $p_{Ck}$ in the world. Its velocity is linear in the rates, "
    r"$\dot p_{Ck} = J_{v,k}\, \dot q$, and so is its angular velocity, $\omega_k = J_{\omega,i}\, \dot q$, "
    "which is taken in the axes of frame $i$:",
    display(
        r"p_{Ck} = o_i + R_i\, r_{Ck}, \qquad J_{v,k} = \frac{\partial p_{Ck}}{\partial q}, \qquad "
        r"J_{\omega,i} = R_{pi}^T J_{\omega,p} + S_i"
    ),
    "$S_i$ has the axis of joint $i$ in its own column if it turns, and is zero if it slides.",
)

KINETIC = (
    "The energy of a part is that of its centre of mass and that of its turning about it:",
    display(r"T_k = \tfrac{1}{2}\, m_k\, \dot p_{Ck}^T\, \dot p_{Ck} + \tfrac{1}{2}\, \omega_k^T I_k\, \omega_k"),
)

ROTORS = (
    "The rotor of a motor turns at the ratio $N$ times the rate of its joint $j$, about an axis $z$ on the link that "
    "carries it, and with this link. Only the first counts where it stands on the base, or has no axis:",
    display(r"T = \tfrac{1}{2}\, I_m (u^T \dot q)^2, \qquad u = N e_j + J_\omega^T z"),
)

BEAMS = (
    r"A point $r$ of a link that bends is at $r + \Phi(r)\, \delta$, with $\delta$ the amplitudes of its modes and "
    r"$\Phi$ their shapes. Its energy is an integral over its mass; integrals over shapes have letters of their own:",
    display(r"T_b = \tfrac{1}{2} \int v^T v\, dm"),
)

SHORTENED = (
    r"Bending also draws the points of a link nearer to its root, by an amount of second order in $\delta$. "
    r"It is in $v$, and has shapes of its own."
)

NODES = r"Of a node of a link that bends, $S_i$ has how far each mode turns it, per amplitude."

BASE_PARAMETERS = (
    "It is written in base parameters, the fewest combinations of masses and inertias that the motion depends on. "
    "What they are made of stands at the end; the steps above have masses and inertias themselves."
)

CHRISTOFFEL = (
    r"Lagrange's equations have $\frac{d}{dt} \frac{\partial T}{\partial \dot q} - \frac{\partial T}{\partial q}$, "
    r"which is $M \ddot q + v$ with derivatives of $M$ in $v$. These come as the Christoffel symbols",
    display(
        r"b_{ijk} = \tfrac{1}{2} \left( \frac{\partial M_{ij}}{\partial q_k} "
        r"+ \frac{\partial M_{ik}}{\partial q_j} - \frac{\partial M_{jk}}{\partial q_i} \right)"
    ),
)

COEFFICIENTS = (
    "Squares of rates have the coefficients $C_{ij} = b_{ijj}$, products of two rates the coefficients "
    r"$B_{i,jk} = 2\, b_{ijk}$:",
    display(r"v = C(q)\, [\dot q^2] + B(q)\, [\dot q \dot q]"),
)

HELD = "The efforts that hold the robot against gravity are derivatives of its potential energy, springs left out:"

GRAVITY = (
    HELD,
    display(r"g = \frac{\partial V}{\partial q} = -\sum_k m_k\, J_{v,k}^T\, \mathbf{g}"),
)

GRAVITY_OF_BEAMS = (
    HELD,
    display(r"g = \frac{\partial V}{\partial q} = -\sum_k m_k\, J_{v,k}^T\, \mathbf{g} - \int J_v^T\, \mathbf{g}\, dm"),
)

PASSIVE = (
    "Viscous and dry friction, damping, and what springs and bent links push back with:",
    display(r"f = f_v \dot q + f_c\, \operatorname{sgn} \dot q + D \dot q + K (q - q_0)"),
)
